/** JSON text with every kind of value that the data files have, and with edge cases of RFC 8259. */
export const JSON_SAMPLE = `{
  "object": "cottage",
  "name": "The \\"Old\\" Mill \\u2013 Tŷ Melin 🏡",
  "geo": { "latitude": 51.70512, "longitude": -5.2e0 },
  "bedrooms": 3, "bathrooms":2,
  "amenities": ["sauna", "wood stove \\\\ garden", ""],
  "petsAllowed": true, "smokingAllowed": false, "instant": null,
  "reviews": [
    {"author": "Ann", "rating": 5, "body": "Line one\\nline two"},
    { "author" : "Bob" , "rating" : 4 , "body" : "See you at 10:30, {soon}" }
  ],
  "empty": {}, "none": [ ], "a/b~c": [[1, [2]], {"": 0}],
  "__proto__": {"x": 1}
}
`;
