/** item | question | question: the main set for items-a.ts. See labelled.ts. */
export const QUESTIONS_A = `
postgres-inspector|I need the email addresses of everyone who bought something after 1 March; you may look at the production psql server but must not change a thing|Sub-task: find out which tables the billing backend has in pg and show me the first 20 rows of invoices
mysql-admin|Since Tuesday's upgrade the MariaDB standby is eleven minutes behind the primary, can you check what holds it up?|The user shop_rw gets "access denied" on some InnoDB tables, please look at its privileges and correct them
mongo-bridge|Count the BSON records in the users_v2 collection that were last updated before 2023|We keep our product catalogue in Atlas as nested documents; get me the average price per category
redis-console|Our Valkey box is at 95% of its RAM, find out what is eating the memory|How long until the key session:8841 times out?
bigquery-runner|Before I launch this SQL over the GA4 export, tell me how many terabytes it will read and what Google will charge|run last_week_sessions.sql against our dataset in GCP's analytical database and wait until it's through
snowflake-warehouse|Which department burnt the most credits in our cloud data platform in October?|Give the new colleague the role ANALYST_RO so that she may read the finance mart in our cloud DWH
sqlite-notebook|There's an app.db on my desktop, what tables are inside and can I have the contacts one as a spreadsheet?|I have to add a column "remarks" to the tiny single-file database that our Android game ships with
neo4j-graph|Who links the director of Holt Ltd to the mayor, through at most four hops?|Write and execute the traversal that finds all suppliers of suppliers of part 7713
elastic-finder|Customers type "sneaker" into the site's search box and get zero hits although we have 300 of them; look at how the field is analysed|two shards are unassigned since the Kibana upgrade, is the cluster ok?
qdrant-memory|I'd like you to still know next month that I prefer metric units and hate cilantro|Save each of these 500 support replies as a vector so the bot can look up the closest ones later
migration-writer|We must split users.name into first and last without an outage, and be able to go back if it fails|Agent task: produce the ALTER TABLE files that make orders.currency NOT NULL, filling old rows first
query-tuner|EXPLAIN shows a sequential scan over 80 million rows, rewrite the statement so that it finishes in under a second|The dashboard's JOIN over orders and refunds has got painfully slow, how should I word the SELECT instead?
er-diagram-brief|I run a dog hotel: guests, owners, bookings, vaccinations. Which tables do I need and how do they relate?|Draw me the boxes and arrows for a library database from the three paragraphs below
gmail-assistant|In my Google mail, find the conversation with Studio Nord from April and prepare an answer for me to check|put everything the tax office ever sent to my googlemail address under "Taxes 2025" and get me the PDFs
outlook-mail|From 23 December to 2 January I'm away; anyone writing to my Office 365 address should hear that Tom stands in for me|What came into the shared info@ box in Exchange since yesterday?
sendgrid-campaigns|Send the order confirmation layout to the 340 buyers of the Black Friday deal and tell me which addresses rejected it|Our receipts don't reach people with Yahoo accounts, how many came back undelivered in the past week?
google-calendar|Find an hour on Thursday when Priya, Jonas and I have nothing on, and invite them to the budget talk|every second Monday at 9: yoga. Put it in my agenda and ring ten minutes earlier
calendly-links|I need a web address I can mail to a customer so that he picks a time with me himself, valid only once|Who has booked a consultation through my self-service page for the coming three days?
inbox-triager|140 new emails after my holiday! Tell me which five can't wait, and prepare replies to them|Each morning sort what has arrived overnight into today, this week and never, and check with me before anything goes out
meeting-scribe|Sit in on the 3 pm Zoom with the vendor and give us a list of action items afterwards|nobody takes minutes in our weekly product call, automate that
cold-outreach|Write four lines to the head of purchasing at Bosch, who has never heard of us, asking for a 15-minute demo|I want to contact fifty cafés that don't know me and offer my oat milk; what should the first mail say?
slack-relay|Announce in #releases that 2.4 is live and put a party emoji on Kim's reply|Sum up what was written in our workspace's #design-crit channel since noon
teams-connector|Is Frau Lindner available or in a call at the moment? Check her status dot in our Microsoft chat|Write to Omar in MS Office chat that the 2 o'clock video call is moved to 4
discord-bot|A user called xX_Raider posts slurs on our gaming server, throw him out for good|everyone who finished the tutorial should become "Veteran" in our community, and limit #general to one post per 30 seconds
twilio-voice|Phone +49 170 5550199 and say that the pump in hall 3 is broken|Text all patients of tomorrow morning that the practice opens one hour later
telegram-gateway|Start a vote in our neighbours' messenger group: barbecue on Saturday or Sunday?|The thing I made with BotFather should show two buttons under each answer, Yes and No
jira-workflow|Log a defect in project SHOP: "coupon applied twice", high priority, under the epic Checkout 2|list everything in the current sprint that is still "in review" and assigned to nobody
linear-sync|Which items of cycle 31 are unfinished, and can you push them to 32 from my terminal?|New bug reports pile up in ENG's triage column, go through them and give each a priority
trello-boards|Put "buy paint" under To do and shift "order tiles" over to Finished on our renovation kanban|The card "School outing" needs subtasks to tick off: bus, lunch boxes, permission slips
asana-portfolio|Who in the design crew has more than 40 hours planned next week?|How are the five company goals for 2026 going, and which projects behind them are late?
notion-pages|Add a toggle block "Lessons learnt" at the bottom of our shared workspace doc about the offsite|Show me all entries of the books table in our team wiki whose status is "not started"
confluence-space|On the company's Atlassian wiki, which articles lie below "Platform engineering" and who may open them?|get the text of the internal page "VPN setup for contractors" in the ENG area, with the attached diagram
obsidian-vault|Append "call the dentist" to my diary file of 14 November in the markdown folder on this laptop|Which of my own zettelkasten notes point to the one called Seneca?
release-notes|Look at the 46 PRs since v3.1 and write the "what's new" page our customers will read|Prepare CHANGELOG.md for 5.0.0: breaking things first, then features, then fixes
api-docs|Partners keep asking which parameters /v2/shipments takes; write something for them out of our Express handlers|Create an openapi.yaml with sample requests for every path in server/routes
technical-editor|Please go through guide/backup.md and cut the waffle: long sentences, passive voice, buzzwords|My colleague says nobody outside IT understands this announcement, could you simplify it?
readme-crafter|The repository has no introduction: say what it does, how to install it and what to try when it fails|Our GitHub landing page needs a getting-started part and those little build status shields
executive-summary|The board gets five minutes for this 120-page audit: what was found, what could go wrong, what should we do?|condense market-study.pdf into a single sheet for my boss
press-release|We won the Green Startup Award on 9 June; write it up for local papers with a line from our founder Ines|Text for reporters about our merger with Nordlicht, including who they may call
tone-shifter|I'm angry and it shows. Could you make my complaint to the school more polite but still clear?|Make the second reminder to the tenant sound stricter
grant-writer|Our animal shelter wants 40,000 euros for a new roof; who gives such money and can you write the application?|Check which Horizon Europe programmes fit soil sensors and start the budget section
github-repos|Open a PR from fix/login to main and ask Dana to look at it|In which repositories of our organisation is the function legacyHash still used?
gitlab-pipelines|The deploy stage of !482 failed on a runner without disk space, start it again|What does the CI say about my MR and who has to approve it?
git-historian|Somewhere between 1.8 and 1.9 the export began to drop umlauts, find the revision that did it|I did a hard reset and my work of this morning is gone, can it be brought back?
code-reviewer|Second pair of eyes wanted: PR 91 touches the password check and I may have forgotten cases|Before I merge feature/export, tell me what you would criticise in it
unit-test-author|src/dates.ts has 12% coverage; add cases for leap years, negative offsets and empty strings|write specs in vitest for the price calculator, one line per input and expected result
refactoring-coach|OrderService does billing, mail and logging in 2,300 lines; help me take it apart without changing what it does|the same validation is pasted into six controllers, how do I get it into one place safely?
legacy-translator|Payroll still runs on an AS/400 program from 1987, we want it in Java with identical results|Turn heat3d.f77 into numpy and prove that both give the same numbers
bug-hunter|Ticket 3312: PDF upload hangs with files over 10 MB. Make it happen locally, find the reason and send a small fix|Sporadically the cart is empty after login. Nobody knows why. Please investigate and repair
dependency-updater|Bring package.json to current versions step by step, and stop when something breaks|we are still on React 16 and webpack 4, move us forward carefully
lint-on-save|Whenever Claude changes a .ts file, Prettier and ESLint should run and it should see what they moan about|The agent leaves unformatted Python behind; run black right after it writes something
test-gate|Claude says "done" although pytest fails. Make it carry on until everything passes|The assistant must not finish its turn before npm run check is clean
secret-guard|Yesterday the agent almost committed our .env with the AWS key; something has to catch that|look for private credentials in staged files and refuse if there are any
commit-style|The agent's git log reads "stuff", "more stuff". Only things like "fix(auth): ..." should get through|Messages without a type and a scope must be turned down, our semantic-release needs them
cost-meter|I don't want to spend more than 20 dollars a day on Claude, shout when I get near|How many Opus tokens did this afternoon's session swallow?
prompt-logger|The auditors want to see what each employee asked the model, with date and time|write down all questions typed in by me, line by line, in ~/asked.log
danger-stop|It ran git push --force on our shared branch last week, never again|Block the agent from dropping whole directories or formatting a partition
notify-desktop|I always miss that Claude is waiting for my OK, show me a bubble in the corner of the monitor|Ping me on my Mac as soon as the half-hour job has finished
sonar-quality|Which five modules had the most copy-paste and complexity warnings in last night's code scan?|Did service-orders pass the 80% coverage bar after the last scan?
playwright-browser|Go to staging.example.com, fill in the checkout as a guest and take a picture of the confirmation|reproduce the menu glitch in Safari and in Edge, with a trace of every step
web-scraper|I need name, price and rating of all 1,200 headphones on that shop's 60 result pages as a table|Visit everything below /jobs on acme.io and pull the title and city out of each, slowly so they don't block us
fetch-markdown|Give me the plain text of https://example.org/story without menus and cookie banners|Sub-task: read the changelog at this link and hand it over in .md
brave-lookup|What do the newspapers write about the storm in Valencia this morning?|Look on the internet whether the Fairphone 6 is already out
`;
