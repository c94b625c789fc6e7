import { stemOf } from "./words.js";

/** Ways to write the same thing that no rule of language connects. Every word of a line stands for all others. */
const LINES = `
k8s kubernetes kube
postgres postgresql pg psql
mongo mongodb
js javascript ecmascript
ts typescript
py python
golang go
db database
repo repository
doc docs documentation
auth authentication authorization login
config configuration
env environment
app application
admin administrator administration
dev development developer
prod production
info information
msg message
img image picture photo
pic picture image photo
photo picture image
video clip
calc calculator calculation
spec specification
perf performance
lib library
pkg package
dir directory folder
regex regexp
vm virtualmachine
ml machinelearning
ai artificialintelligence
llm languagemodel
ui interface
cicd pipeline
cron schedule scheduler
tz timezone
sms text
email mail e-mail
inbox mail
ppt powerpoint slides
xls excel spreadsheet
xlsx excel spreadsheet
csv spreadsheet
translate translation
weather forecast
bug defect issue
ticket issue
meeting calendar appointment
todo task
crypto cryptocurrency bitcoin
stock share equity
`;

const others = new Map<string, Set<string>>();
for (const line of LINES.trim().split("\n")) {
  const stems = line.split(" ").map(stemOf);
  for (const stem of stems)
    others.set(stem, new Set([...(others.get(stem) ?? []), ...stems.filter((one) => one !== stem)]));
}

export const sameAs = (stem: string): Iterable<string> => others.get(stem) ?? [];
