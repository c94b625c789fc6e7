/** item | question | question: the main set for items-c.ts. See labelled.ts. */
export const QUESTIONS_C = `
pandas-analyst|sales.parquet: how many values are missing per column, and revenue per country and quarter please|Make a histogram of delivery times from deliveries.csv and point out outliers
excel-workbooks|In Q3.xlsx, colour each margin below 10% red and total up column F|insert a bar diagram of B2:B13 and a VLOOKUP for the prices on sheet two
tableau-views|The Hyper extract behind the regional sales report is from Friday, renew it and give me a PDF|Upload churn.twbx to the BI server so that the managers can click through it
data-cleaner|members.csv has "Müller", "Mueller" and "muller " at the same address, make one of them|Phone numbers come in nine formats and a tenth of the postcodes is empty; put the list in order
ab-test-reader|Variant B had 3.4% sign-ups against 3.1% after 9 days, may we believe that?|How long must our pricing experiment go on to detect a lift of 2%?
forecast-builder|From three years of daily orders, estimate December including Black Friday, with a best and a worst case|how many nurses will the ward need each week until summer, going by past admissions?
survey-analyst|We asked "what should we improve?" and got 900 written replies; sort them by topic with an example of each|Which subjects come up in the exit interviews, and how often?
airbyte-connectors|Each night copy Shopify orders and Google Ads spend over to BigQuery|the sync from the ERP to S3 didn't start today, kick it off
dbt-models|Which tables feed mart_revenue and when were they last refreshed?|Rebuild stg_orders and everything that depends on it, then check for nulls and duplicates
kafka-topics|The consumer "invoice-writer" is two million records behind, since when?|Show me the newest ten events on orders.v1 and the Avro type they follow
openai-images|Paint a lighthouse in the style of a children's book for the cover|swap the grey sky in terrace.png for a sunset
figma-reader|Which hex colours, spacings and icons did Nora use in the checkout mock-up? Save the icons as SVG|Implement the screen "Profile / mobile" just as the designers laid it out, frame 12:384
canva-designs|I need an A3 notice for our summer fair with date, place and a sunflower|Use last year's layout to make a LinkedIn banner and a square version for Instagram
ffmpeg-studio|Take 02:10 to 03:45 out of keynote.mov and save it as mp4 below 25 MB|Burn talk_es.srt into the recording so that the Spanish words are always visible
whisper-transcriber|interview.m4a, 48 minutes, two people: I need it in writing with who said what|Type up my voice memos from the car
elevenlabs-voices|Turn chapter3.txt into an mp3 that sounds like a warm British woman|My grandfather's greeting for the birthday video should sound like him, here's a minute of tape
spotify-player|Some jazz for dinner, please, and quieter than yesterday|Make a list of 30 songs similar to Khruangbin for my run
youtube-captions|https://youtu.be/x7Kd2 lasts two hours, at which minute do they talk about pricing?|Get the words spoken in that online tutorial and its number of views
unsplash-photos|A royalty-free shot of an empty classroom for the blog header, and whom must I credit?|find three images of rainy streets that we may print for nothing
logo-brief|We're opening a bike repair shop and want an emblem; ask me what a graphic artist has to know|What kind of look, colours and symbol fit my law firm? Put it on paper for the agency
accessibility-auditor|Can someone who uses only the keyboard and VoiceOver get through our booking form?|check whether #8a8a8a on white is legible enough under the AA rules
css-layout|On my iPhone the sidebar covers the text, it should slip below on narrow screens|three cards side by side on desktop, one under another on mobile, equal height
svg-animator|A heart that beats when you like something, as inline vector code without Lottie|draw a 24x24 pictogram of a bicycle whose wheels turn
openweather-now|Will it rain in Kraków on Saturday afternoon?|How much fine dust is there in Delhi today and how many degrees?
google-maps-routes|How far is it on foot from Gare du Nord to the Marais, and is there a bakery on the way?|latitude and longitude for these 40 street addresses
flight-finder|Two aisle seats Zurich to Lisbon on 4 April, non-stop and as cheap as possible|Which companies go from Hamburg to Reykjavik direct and on which days do they take off?
airbnb-stays|A quiet place with two bedrooms and washing machine in Porto for July, below 90 a night|What do former visitors say about that loft in Ghent?
train-times|Which platform does the 14:05 to Salzburg leave from and is it punctual?|Reserve two places on the night service Brussels to Berlin
trip-planner|Three weeks Vietnam and Laos in February with my parents: where do we go each day and which papers do we need at the border?|Plan a long weekend in Tallinn and Riga including hotel and ferry
recipe-box|What can I make of half a pumpkin, chickpeas and coconut milk?|lasagne without meat for eight, and what do I have to buy?
fitbit-health|How many hours did I doze on average in October, and what was my resting pulse?|Did I walk 10,000 a day this week according to my wristband?
home-assistant|It's too bright for the film, let the shutters down and switch the ceiling lamp off|At 6:30 the bathroom should have 22 degrees
meal-coach|I train for a marathon and need 3,000 kcal a day with lots of protein, what do I eat from Monday to Sunday?|My doctor wants me ten kilos lighter by June; what should breakfast, lunch and dinner look like?
language-tutor|Talk Italian with me for ten minutes about the market and tell me my mistakes nicely|I move to Lyon in autumn and want to order bread and rent a flat in French, practise with me
lesson-planner|90 minutes on photosynthesis for year 8, with a group exercise and a short check at the end|I stand in for a colleague in 5b tomorrow, poems are due; how do I run the hour with the pupils?
flashcard-maker|Make questions and answers out of pharmacology.pdf that I can repeat on my phone a bit each day|300 Latin words to learn by heart until May, get them into an .apkg
essay-feedback|Jamal's five paragraphs on Macbeth: what should he work on? Don't correct it for him|mark these 28 class papers by our criteria sheet, with a remark for each child
deepl-translator|Please put vertrag.docx into English, "Auftraggeber" must always be "client"|We need the notice about the opening hours in Dutch, Czech and Turkish
arxiv-papers|What has Yann LeCun put online this year about world models, before peer review?|Download 2310.06825 and two more of the cs.CL manuscripts that it resembles
pubmed-library|Is there evidence that vitamin D prevents falls in people over 70? Trials only|Agent task: gather ten case reports on myocarditis after vaccination with their abstracts
wolfram-math|What's the antiderivative of x*exp(-x^2)?|Convert 65 mph to metres per second and find where 3x^3-2x=7
literature-reviewer|Write two pages, with references, on what is known about four-day weeks, and where the studies disagree|I need an overview of how people have measured soil moisture by satellite, pros and cons of each approach
citation-fixer|refs.bib contains doubles and half of them have no DOI, please put that right|The journal wants Vancouver, my list is a wild mix of Harvard and Chicago
huggingface-hub|Look for an open-weights speech recogniser for Icelandic that is below 1 GB|How big is the "fineweb" corpus, which licence and columns does it have?
mlflow-runs|Was learning rate 3e-4 or 1e-3 better in last night's trainings? Show validation loss side by side|Record accuracy and the checkpoint file of every trial so that we can look back
prompt-engineer|My system instruction for the hotel bot gets ignored half of the time, how do I phrase it?|Claude keeps adding chit-chat to the answer, give me a wording with two samples that stops it
rag-architect|How should I cut up 4,000 manuals and look them up so that the bot cites the right paragraph?|Our Q&A assistant finds the wrong wiki articles; would another embedding or a second ranking stage help?
eval-harness|Before we swap GPT-4o for a cheaper one, let 200 typical tasks run on both and show where it got worse|I want a nightly score of how truthful our chatbot's answers are
salesforce-crm|Set the Brandt GmbH deal to "negotiation", 80,000 euros, closing in March|Which prospects has Tim not called for a month, and how full is his pipeline?
hubspot-marketing|How many recipients opened the October mailing, and how many pressed the button?|Build a sign-up page for the webinar that puts each visitor in our address list
zendesk-tickets|How happy were people with our helpdesk in September?|Answer #20931, the woman with the scratched table, with the standard refund text
support-responder|At night nobody is there; something should reply to shoppers out of our FAQ and pass hard cases to staff|80% of what people ask us is where their parcel is or how to send it back, take that off our hands
shopify-store|The linen shirt in M is back, 40 pieces, put it online again|Create a voucher SPRING15 for 15% valid until Easter and tell me what sold best
seo-auditor|Since the relaunch we've vanished from Google's first page, check our headings and meta stuff|are there dead ends for Googlebot on acme.io, and is the schema.org markup right?
job-description|We look for a night porter, 30 hours, 17 euros; write the ad so that all feel welcome|Text for our careers site: senior Go developer, Berlin or remote, salary up to 95k
recruiter-screener|62 CVs for the warehouse manager post: make a shortlist of eight with reasons|Tomorrow I meet Mr. Okafor for the controller position, what should I ask given his CV?
performance-review|I have the yearly talk with Karin on Friday: what went well, what didn't, where she could develop|Help me put in writing that Ben missed three deadlines but is great with clients
workday-people|Put in leave for me from 3 to 14 August|Where is my October payslip, and to whom does the Lisbon office report?
context-loader|At the beginning Claude never knows which branch I'm on or what is uncommitted, tell it that on its own|read NOTES.md to the model every time I open a new chat
transcript-backup|When the window is full the first half is squeezed to a few lines; I want the whole thing in S3 by then|put a copy of our dialogue aside each time /compact happens
license-header|Each .go file the agent adds must begin with "(c) 2026 Acme AG"|Legal complains that fresh modules lack the SPDX line
branch-protector|Claude writes straight to main; make it refuse until I've switched to something like feature/x|nothing may be changed in the working copy as long as HEAD is trunk
subagent-timer|One of the parallel researchers ran for 50 minutes and came back with nothing, cut such ones off after ten|Which of the Task workers takes the longest?
`;
