/** item | question | question: the main set for items-b.ts. See labelled.ts. */
export const QUESTIONS_B = `
aws-operator|Start a second t3.large in eu-west-1 and copy build.zip to the bucket acme-artifacts|Our Amazon function resize-images times out, what memory and permissions does it have?
azure-resources|Restart the Microsoft-hosted web app shop-prod and read its connection string from the safe|Tell me what lives in our MS cloud subscription under rg-billing-west
gcloud-projects|Put the image api:1.9 live on Google's serverless platform in europe-west6 with at most five copies|We get "quota exceeded" for CPUs in GCP, how much is left?
kubernetes-pilot|checkout-7f9c is in CrashLoopBackOff, get me the last 200 lines it printed|Undo this afternoon's rollout of the cart service in namespace prod
helm-charts|Install cert-manager 1.15 in k8s with two replicas instead of one in values.yaml|Show what would be different if we went from ingress-nginx 4.9 to 4.11
terraform-planner|Someone clicked in the console, does reality still match our .tf files?|Describe a VPC with three subnets as HCL and tell me what applying it would create
dockerfile-optimizer|Our api image weighs 1.8 GB because of build tools, make it slim|docker build downloads all npm modules again on each commit, that must go quicker
ansible-author|Make sure all 60 Debian servers have the same sshd_config and the user "deploy", and that running it twice does no harm|Task list in YAML that sets up chrony and fail2ban on web01 to web12
cloudflare-edge|Add an MX entry for mail.acme.io and remove the old A one|Customers get yesterday's app.js from the CDN, clear it; and shut out 203.0.113.0/24
prometheus-metrics|What was the 95th percentile of http_request_duration_seconds from 14:00 to 16:00 yesterday?|Which alarms are going off at present and is any exporter not being scraped?
grafana-dashboards|Put CPU, orders and error rate next to each other on one screen for the office TV|Draw a vertical line "v2.3 live" across every panel at 10:42
datadog-traces|A request to /search takes 4 seconds; in which of our twelve services does it lose the time?|Group the last hour's log lines of payment-api by kind and warn us when a new one shows up
sentry-errors|How many people ran into "Cannot read properties of undefined" since 4.2.0, and on which line is it thrown?|mark exception WEB-1K9 as fixed in the coming version
pagerduty-oncall|Who has the beeper this weekend for the database group, and who if she doesn't pick up?|Wake the network people, the Frankfurt link is dead
incident-commander|Payments have been down for 20 minutes and everyone shouts at once; take the lead, keep a log and tell customers something every half hour|Write the blameless report of Thursday's outage with times and what we'll change
cost-optimizer|Which VMs and disks have done nothing for 30 days, and what would we save without them?|our cloud invoice rose by 40% since June, suggest smaller machine sizes
python-science|Run analysis.ipynb somewhere it can't phone home|I need scipy and matplotlib for ten minutes to fit a curve, but not on my own machine
node-runner|Try this npm package in a throwaway JavaScript environment that can't reach anything but the registry|execute build.mjs apart from my system, with version 22
rust-builder|Does main.rs from this stranger's crate compile? Check it in a box, not here|I want to see the borrow checker's warnings for a PR without setting up rustup on my laptop
browser-box|The agent should surf unknown shops, but in a virtual machine that we can watch afterwards as a film|Open this shady URL somewhere it can't hurt us and record the screen
gpu-trainer|Fine-tune a small Llama on 5,000 examples tonight, I've no graphics card of my own|One hour of CUDA to see whether the loss goes down
latex-press|paper.tex and refs.bib are attached, I need the finished PDF|Typeset my four-page cover letter with pdflatex, nothing is installed on this machine
db-playground|Give me an empty MySQL 8 for an hour to try the upgrade script, with some fake customers in it|Before I DELETE on live I'd like to practise on a scratch Postgres
malware-lab|Someone mailed invoice_8841.scr to accounting; run it where it can't spread and list what it writes and calls|does setup.exe talk to a server in secret? Let it loose on a disconnected Windows box
threat-modeler|Here is the sketch of our new door-lock app: what could go wrong security-wise, worst first?|For the design review list spoofing, tampering and so on per component, and what to do against each
cve-auditor|Is anything in our package-lock.json known to be insecure, and to which release should we move?|The customer asks if we ship the xz backdoor or the broken lodash
vault-secrets|Get the staging password of the billing database for this job, for one hour only|An ex-colleague still knows our SMTP credentials, replace them everywhere with new ones
shodan-recon|Which ports of 198.51.100.0/24 does the whole world see?|find forgotten webcams and printers of our university that answer from outside
okta-directory|Mia starts on Monday in Sales: put her in the right groups and let her into Jira and Zoom|I've a new phone and the authenticator won't let me log in any more
pentest-runner|We have written permission for shop.acme.io: attack it and hand in each hole with the steps to repeat it|Can an ordinary customer see other people's invoices in our web portal by playing with the URLs? Try it for real
gdpr-check|Our app sends birthdays to a US analytics firm: do we need consent, and when must we erase them?|a user demands a copy of all we hold about him under EU privacy law, is our process alright?
contract-redline|The supplier's terms make us liable for everything; show me the bad paragraphs and what to write instead|check lease.docx for traps and offer milder versions
paralegal|Which judgments deal with employees fired for a Facebook post, and what did the judges say in short?|Prepare the list of authorities for our appeal brief on trademark dilution
stripe-payments|Mrs. Keller was charged 49 euros twice on 3 May, return one of them|cancel the Pro plan of user 5518 at the end of the month
paypal-invoices|Bill Atelier Blau 1,250 euros for the website, and nudge them if they haven't settled in 14 days|A customer opened a buyer-protection case because his parcel never came; show me all such cases
quickbooks-ledger|What did the firm have left after all expenses in Q2, compared with the year before?|Book the 380 euros for the new printer under office equipment, supplier Brandt
stock-quotes|How did Siemens shares close yesterday and when do they pay out next?|Look up the P/E and the revenue growth of Adidas over five years
crypto-ticker|Where does ETH stand right now on Kraken, and how thick are the offers around it?|tell me when BTC falls below 60k
fx-converter|My hotel in Zürich costs 840 francs, how much is that in pounds?|I need the official ECB dollar rate of 30 June 2023 for the expense report
tax-helper|I'm a self-employed photographer: which expenses may I claim and which sheets do I file by 31 July?|Work out what the Finanzamt will want from me on 58,000 euros of earnings
budget-planner|Here are six months of account CSVs; we want to put away 400 a month, what should we spend less on?|How much may our family of four spend on groceries if the rent is 1,300?
equity-analyst|What would be a fair price for Novo Nordisk given its next ten years of earnings?|Compare SAP with its rivals and tell me if one should buy
okr-coach|"Make customers happier" is our aim for Q3; what could we count to see whether we got there?|go over my team's quarterly objectives, they sound like a to-do list
`;
