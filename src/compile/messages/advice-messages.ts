/**
 * Sentences of `--check` and `--watch`: advice on what could be served, but is probably not meant so or could be better,
 * and the verdict.
 */
export const ADVICE_MESSAGES = {
  "advice-this-line": "this line",

  "advice-fill-in": '{field} says "{text}"; write what is true of your cottage',
  "advice-secret":
    '{field} mentions a "{text}"; anyone can read this, so give codes and passwords to your guests in private',
  "advice-sample": '{field} has "{text}", which belongs to the sample or is an example address; replace it with your own',

  "advice-rating-average":
    "{field} is {rating}, but the reviews listed here average {average}; is one of them mistyped, " +
    "or the average out of date?",
  "advice-future": "{field} is {day}, which is in the future",
  "advice-review-contact":
    '{field} has "{text}", which looks like an email address or a telephone number; take it out',
  "advice-duplicate": "{field} is the same as entry {number}; delete one of them",

  "advice-position-missing":
    "{field} has latitude and longitude 0, a place in the sea off Africa; " +
    "enter the cottage's position, such as 54.26835 and -2.16417",
  "advice-position-coarse":
    "{field} has {count} decimals; search engines ask for five, which are a metre, such as 54.26835",
  "advice-position-swapped":
    "{field} has latitude and longitude swapped: the other way round the cottage is near the places on the map",
  "advice-far":
    "{field} places {name} {distance} km away from the cottage; is a number mistyped, a minus sign missing, " +
    "or are the two swapped?",
  "advice-map-incomplete": "{field} has no position for {names}; add latitude and longitude to show them on the map",
  "advice-map-incomplete-more":
    "{field} has no position for {names} and others; add latitude and longitude to show them on the map",

  "advice-postcode": '{field} is "{text}", which has no digit in it; is it the postal code?',
  "advice-region": '{field} is "{text}", which has no letter in it; is it the name of a region?',
  "advice-beds-few":
    '{field} counts {beds} beds for {bedrooms} bedrooms; is that number wrong, or do others belong in "beds" in site.json?',
  "advice-sleeps-many": '{field} is {sleeps}, more than the {beds} beds hold; list in "beds" where the others sleep',
  "advice-url-differs":
    "{field} is {url}, but BASE_URL is {baseUrl}; leave the field out, and it is this site's front page, " +
    "or correct one of the two",
  "advice-photos-few":
    "{field} lists {count} of the eight or more photographs that search engines ask for; " +
    "show bedroom, bathroom and living room among them",
  "advice-photo-described":
    '{field} is "{text}", the name of a file; say in a sentence what the photograph shows, for those who cannot see it',
  "advice-photo-unused":
    'this photograph is on no page; to show it, add {example} to "photos" in data/site.json, or name it on a page',
  "advice-telephone": '{field} has no "telephone"; guests on their way may need to call you, as on "+44 1632 960147"',
  "advice-description-short": "{field} is {count} characters long; 150 or more work better",
  "advice-file-unread": "this file is not used; the files of facts are {names}",

  "advice-one-brace": "{field} has {text} with one brace: write two, as in {example}",
  "advice-quoted-front-matter":
    "{field} has {text} in quotation marks, which guests will see: leave them out",
  "advice-bare-link": "{field} has {text} which will not become a link: write [some words](https://…)",
  "advice-bullet": '{field} begins with "{text}", which makes no list: write a hyphen and a blank, as in - {example}',

  "advice-schema-old":
    "the schemas in this folder are of another version of the program, so an editor may mark correct fields as wrong; " +
    "renew them with {command}",
  "advice-style-copy":
    "this copy of the style sheet replaces the program's, so newer looks do not reach your site; " +
    "put your own lines into content/owner.css and delete this file",
  "advice-developers-copy": "this copy of an older version's page no longer works; delete it, the program has its own",

  "check-errors": "There are errors: this cannot go online yet.",
  "check-unfinished": "No errors: this can go online, but {count} places are left to fill in.",
  "check-finished": "No errors: this can go online.",
  "watch-summary": "{counts}; to list all of them: {command}",

  "environment-invalid": "{problem}",
  "advice-base-url-local":
    "BASE_URL is {baseUrl}, which only this machine can reach; once the site is public, set it to the public address",
  "advice-base-url-http":
    "BASE_URL is {baseUrl}; browsers warn of pages without https, so get a certificate and write https://",
} as const;
