/**
 * Programs to copy: the API in curl, JavaScript and Python, with nothing to install and the real address in them.
 *
 * Each is run by a test exactly as the page shows it.
 */

export interface Snippet {
  readonly title: string;
  readonly language: "sh" | "js" | "python";
  readonly text: string;
}

export function quickStart(baseUrl: string): readonly Snippet[] {
  return [
    {
      title: "With curl:",
      language: "sh",
      text: `curl ${baseUrl}/api/v1/cottage`,
    },
    {
      title: "With JavaScript, in Node 18 or later or in a browser (any site may ask):",
      language: "js",
      text: `const response = await fetch("${baseUrl}/api/v1/reviews");
if (!response.ok) throw new Error(\`HTTP \${response.status}\`);
const { ratingValue, reviewCount, reviews } = await response.json();
console.log(\`\${ratingValue} from \${reviewCount} reviews\`);
for (const { rating, author, body } of reviews.slice(0, 3)) {
  console.log(\`\${rating}/5 \${author}: \${body}\`);
}`,
    },
    {
      title: "With Python and its standard library:",
      language: "python",
      text: `import json
from urllib.request import urlopen

with urlopen("${baseUrl}/api/v1/attractions") as response:
    attractions = json.load(response)["attractions"]

for each in attractions:
    print(each["name"], "-", each["distanceFromCottage"])`,
    },
  ];
}

export function revalidation(baseUrl: string): readonly Snippet[] {
  return [
    {
      title: "With curl, which keeps the tag in a file; the second request prints 304:",
      language: "sh",
      text: `cd "$(mktemp -d)"
curl -s --etag-save tag -o cottage.json ${baseUrl}/api/v1/cottage
curl -s --etag-compare tag -w '%{http_code}\\n' ${baseUrl}/api/v1/cottage`,
    },
    {
      title: "With JavaScript:",
      language: "js",
      text: `const url = "${baseUrl}/api/v1/cottage";
const first = await fetch(url);
const cottage = await first.json();
const again = await fetch(url, { headers: { "If-None-Match": first.headers.get("ETag") } });
console.log(again.status === 304 ? \`\${cottage.name}: nothing new\` : await again.json());`,
    },
    {
      title: "With Python:",
      language: "python",
      text: `from urllib.error import HTTPError
from urllib.request import Request, urlopen

url = "${baseUrl}/api/v1/cottage"
with urlopen(url) as response:
    tag = response.headers["ETag"]

try:
    urlopen(Request(url, headers={"If-None-Match": tag}))
except HTTPError as answer:
    print(answer.code)`,
    },
  ];
}

export function markdown(baseUrl: string): readonly Snippet[] {
  return [
    {
      title: "By asking for it:",
      language: "sh",
      text: `curl -H 'Accept: text/markdown' ${baseUrl}/about`,
    },
    {
      title: "By its own address:",
      language: "sh",
      text: `curl ${baseUrl}/index.md`,
    },
  ];
}

export function mistake(baseUrl: string): Snippet {
  return { title: "A wrong path, for example:", language: "sh", text: `curl ${baseUrl}/api/v1/prices` };
}
