import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  answered,
  base64,
  body,
  digits,
  inBase64,
  letters,
  long,
  multipart,
  opaque,
  posted,
  redactorOf,
  requested,
  sent,
  session,
  text,
  token,
  url,
  words,
} from "./har-texts.ts";

const places: Readonly<
  Record<string, Readonly<Record<string, readonly [object, (string | number)?]>>>
> = {
  "parameters of a header": {
    Digest: [sent({ Authorization: `Digest username="u", realm="r", response="${opaque}"` })],
    AWS: [
      sent({
        Authorization: `AWS4-HMAC-SHA256 Credential=AKIA1/x, SignedHeaders=host, Signature=${opaque}`,
      }),
    ],
    "OAuth 1": [sent({ Authorization: `OAuth realm="x",oauth_token="${opaque}",a="b"` })],
    Hawk: [sent({ Authorization: `Hawk id="dh37", ts="1353", mac="${opaque}="` })],
    "HTTP Signature": [sent({ Authorization: `Signature keyId="k",signature="${opaque}"` })],
    words: [sent({ Authorization: `Token token=${words}` }), words],
    "a client's certificate": [sent({ "x-forwarded-client-cert": `Hash=${opaque};Cert="x"` })],
    baggage: [sent({ baggage: `user=1,session=${opaque}` })],
  },
  "HTTP Basic": {
    "a password with colons": [
      sent({ Authorization: `Basic ${base64("u:ab12:cd34:ef56")}` }),
      "ab12:cd34:ef56",
    ],
    "in a text": [body({ log: `sent Authorization: Basic ${base64(`u:${words}`)} to it` }), words],
    "in a page": [text(`<pre>curl -H 'authorization: basic ${base64(`u:${words}`)}'</pre>`), words],
    "in the headers as they were sent": [
      {
        request: { headersText: `GET / HTTP/1.1\r\nAuthorization: Basic ${base64(`u:${words}`)}` },
      },
      words,
    ],
    "in Latin-1": [
      sent({ Authorization: `Basic ${base64(Buffer.from("u:Zoë-and-Noël", "latin1"))}` }),
      "Zoë-and-Noël",
    ],
  },
  "a coded body": {
    gzip: [inBase64(gzipSync(session), { "content-encoding": "gzip" }), words],
    "that was decoded": [inBase64(Buffer.from(session), { "content-encoding": "gzip" }), words],
    "in UTF-16": [inBase64(Buffer.from(`\ufeff${session}`, "utf16le")), words],
  },
  JSON: {
    "a member that is there twice": [text(`{"token":"${words}","token":"x"}`), words],
    "at any depth": [
      text(`${'{"a":'.repeat(5_000)}{"token":"${words}"}${"}".repeat(5_000)}`),
      words,
    ],
    "with an escape": [text(`{"token":"correct-horse-\\u0062attery-staple"}`), words],
    "a number": [body({ access_token: digits }), digits],
    "a number with more digits than numbers have": [
      text('{"sessionId":8392746102938471234567}'),
      "8392746102938471234567",
    ],
    "eight digits": [body({ password: 83_927_461 }), 83_927_461],
    "eight digits in a text": [body({ password: "83927461" }), "83927461"],
    "words in a list": [body({ client_secret: [words] }), words],
    "words in an object": [body({ secret: { current: words } }), words],
    "words in a list of objects": [body({ credentials: [{ user: "u", value: words }] }), words],
    "the name of a member": [body({ tokens: { [opaque]: { user: 1 } } })],
    "a name beside its value": [body({ sent: [{ name: "X-Api-Key", value: words }] }), words],
    "a name under another name": [body({ env: [{ key: "DB_PASSWORD", value: words }] }), words],
    "names and values by turns": [body({ rawHeaders: ["x-api-key", opaque] })],
    "a byte order mark": [text(`\ufeff${token}`), words],
    "a guard": [text(`)]}',\n${token}`), words],
    "a loop as a guard": [text(`for(;;);${token}`), words],
    lines: [text(`${token}\n{"a":1}`), words],
    "the last line": [text(`{"a":1}\n${token}`), words],
    "a call": [text(`/**/cb.x(${token});`), words],
    "that was cut": [text(`{"a":1,"client_secret":"${words}","b":`), words],
    "a text of JSON in JSON": [text(JSON.stringify(token)), words],
    "as Python writes it": [text(`{'token': '${words}'}`), words],
    "a list of pairs": [body({ sent: [["x-api-key", words]] }), words],
    "cookies in a list": [body({ cookies: [{ name: "any", value: words }] }), words],
    "in a page": [text(`<script>window.state = ${token};</script>`), words],
  },
  "a name with": Object.fromEntries(
    [
      ...["csrfmiddlewaretoken", "wstoken", "PHPSESSID", "jsessionid", "session_id", "appsecret"],
      ...[
        "appsecret_proof",
        "dbpassword",
        "userpasswd",
        "password1",
        "newPassword",
        "accessToken2",
      ],
      ...["consumersecret", "X-APIKEY", "AUTHTOKEN", "JWTToken", "requestsignature", "urlhmac"],
      "psk",
    ].map((name) => [name, [body({ [name]: words }), words]] as const),
  ),
  "a long value": {
    "of a header": [sent({ Authorization: `Negotiate ${long}` }), long],
    "of a cookie": [sent({ Cookie: `big=${long}` }), long],
    "of a form": [posted(`SAMLResponse=${long}&RelayState=x`), long],
    "of a member": [body({ access_token: long }), long],
  },
  "a cookie": {
    "without a name": [sent({ Cookie: opaque })],
    "that is new and has no name": [answered({ "Set-Cookie": `${opaque}; Path=/` })],
    "with JSON": [sent({ Cookie: `auth=${encodeURIComponent(token)}` }), words],
    "with JSON in base64": [sent({ Cookie: `auth=${base64(token)}` }), words],
    "with pairs": [sent({ Cookie: `id=user=7&token=${words}` }), words],
  },
  "a form or a URL": {
    "with JSON": [posted(`payload=${encodeURIComponent(token)}`), words],
    "with pairs in a parameter": [requested(`hdnts=exp=1~acl=/*~hmac=${words}`), words],
    "with a space and a plus sign": [posted("password=a%2Bb+c%26d-e"), "a+b c&d-e"],
    "with a URL in a parameter": [
      answered({ Location: `/?next=${encodeURIComponent(`https://x/?access_token=${words}`)}` }),
      words,
    ],
    "with a URL that is encoded twice": [
      requested(
        `next=${encodeURIComponent(encodeURIComponent(`https://x/?access_token=${words}`))}`,
      ),
      words,
    ],
    "with a code of letters": [answered({ Location: `${url}?code=${letters}` }), letters],
    "with a ticket of letters": [answered({ Location: `${url}?a=b&ticket=${letters}` }), letters],
    "in a link": [answered({ Link: `<${url}?page=2&access_token=${words}>; rel="next"` }), words],
    "in a header of a proxy": [sent({ "x-original-url": `/a?token=${words}` }), words],
    "with a user": [body({ dsn: `postgres://service:${words}@db/x` }), words],
    "in a sentence": [body({ log: `the login failed, password=${words}` }), words],
    "of a connection": [body({ cs: `Server=x;User Id=a;Password=${words};` }), words],
  },
  "a line": {
    "of a header": [body({ log: `GET /\r\nAuthorization: Bearer ${words}\r\n` }), words],
    "of a header in a list": [body({ sent: [`Authorization: Bearer ${words}`] }), words],
    "of settings": [posted(`[db]\npassword = ${words}\n`), words],
    "of settings with a long name": [posted(`spring.db.password = "${words}"\n`), words],
    "of a program": [text(`var c={user:'u',password:'${words}'}`), words],
    "of a program, as a variable": [text(`const clientSecret = '${words}';`), words],
    "of a program, in brackets": [text(`settings["password"] = "${words}";`), words],
    "of a command": [text(`$ curl --fail -u admin:${words} https://news.example`), words],
    "of YAML": [posted(`user: "u"\n  password: "${words}"\n`), words],
  },
  // Put together, since scanners of repositories look for them too.
  "any text": Object.fromEntries(
    [
      ...[["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_"), "AKIAIOSFODNN7EXAMPLE"],
      ...[
        ["xoxb", "17653672481", "19874698323", "pdFZKVeTuE8sk7oO"].join("-"),
        ["sk", "live", "4eC39HqLyjWDarjtT1zdp7dc"].join("_"),
      ],
      `v2.local.${opaque}`,
      ["npm", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_"),
      ["sk", "proj", "4eC39HqLyjWDarjtT1zdp7dc"].join("-"),
      ["ya29", "a0AfH6SMBx8392abcdefgh"].join("."),
      ...["whsec_", "xapp-1-", "ATATT3x", "lin_api_", "figd_", "tskey-auth-", "hvs.", "glsa_"].map(
        (mark) => `${mark}4eC39HqLyjWDarjtT1zdp7dc`,
      ),
      ...["PMAK-", "NRAK-", "pscale_tkn_", "dp.pt.", "sntrys_", "AGE-SECRET-KEY-1"].map(
        (mark) => `${mark}4EC39HQLYJWDARJTT1ZDP7DC`,
      ),
      ["MTk4NjIyNDgzNDcxOTI1MjQ4", "Cl2FMQ", "ZnCjm1XVW7vRze4b7Cq4se7kKWs"].join("."),
      ["key", "16c7e42f292c69127710c838347ae178"].join("-"),
      // Encrypted (RFC 7516).
      [
        "eyJhbGciOiJSU0EtT0FFUCJ9",
        "OKOawDo13gRp",
        "48V1ALb6US04U3b",
        "5eym8TWcSuK",
        "XFBoMYUZo",
      ].join("."),
      // With white space in the JSON of its header.
      ...['{ "alg":"HS256"}', '{\n  "alg": "HS256"\n}', '{\r\n"alg":"HS256"}'].map((header) =>
        [
          Buffer.from(header).toString("base64url"),
          "eyJzdWIiOiIxMjM0NTY3ODkwIn0",
          "48V1ALb6US04U3b5eym8TWcSuK",
        ].join("."),
      ),
      ["dapi", "16c7e42f292c69127710c838347ae178"].join(""),
      ["LTAI", "5tQnkWZp9bxQk3Vd"].join(""),
      ["eyJhbGciOiJkaXIifQ", "", "48V1ALb6US04U3b", "5eym8TWcSuK", "XFBoMYUZo"].join("."),
    ].map((one) => [`such as ${one.slice(0, 8)}`, [body({ log: `sent ${one}` }), one]] as const),
  ),
  "a URL that grants access": {
    "of a redirect, with letters": [answered({ Location: `/magic/${letters}` }), letters],
    "of a redirect, with groups": [
      answered({ Location: "https://x/magic-link/ab12-cd34-ef56-gh78-1009?a=b" }),
      "ab12-cd34-ef56-gh78-1009",
    ],
    "of the page that it came from": [sent({ Referer: `https://x/reset-password/${opaque}` })],
    "of the request": [{ request: { url: `https://x/news/token/${opaque}/a`, headers: [] } }],
    "in a text": [body({ mail: `Visit https://x/confirm-email/${letters}.` }), letters],
    "of Slack": [body({ to: `https://hooks.slack.com/services/T0${"A1B2"}/B0C3D4E5/${opaque}` })],
    "of Discord": [body({ to: `https://discord.com/api/webhooks/83927461/${opaque}` })],
    "of Telegram": [
      body({ to: `https://api.telegram.org/bot839274610:AAF-${opaque}abc_xyz_123/getMe` }),
      `839274610:AAF-${opaque}abc_xyz_123`,
    ],
  },
  "a part or an element": {
    "that is text": [posted(multipart("")), words],
    "with a type": [posted(multipart("Content-Type: text/plain\r\n")), words],
    "whose name has no quotes": [
      posted(`--x\nContent-Disposition: form-data; name=password\n\n${words}\n--x--`),
      words,
    ],
    "behind a text for old readers": [posted(`A message in parts.\r\n${multipart("")}`), words],
    "in base64": [
      posted(
        multipart("Content-Transfer-Encoding: base64\r\n").replace(words, base64(`${words}\n`)),
      ),
      words,
    ],
    "that is JSON and has no name": [
      posted(`--x\r\nContent-Type: application/json\r\n\r\n{"password":"${words}"}\r\n--x--`),
      words,
    ],
    "that is a request": [
      posted(
        `--x\r\nContent-Type: application/http\r\n\r\nGET /a HTTP/1.1\r\nX-Api-Key: ${words}\r\n\r\n--x--`,
      ),
      words,
    ],
    "without quotes": [text(`<input type=hidden name=csrf_token value=${words}>`), words],
    "without quotes, before others": [
      text(`<input name=csrf_token value=${words} class="a b">`),
      words,
    ],
    "in one for credentials": [
      posted(`<credential><user>u</user><value>${words}</value></credential>`),
      words,
    ],
    "whose value is an attribute": [posted(`<password value="${words}"/>`), words],
    "of XML-RPC": [
      posted(`<member><name>password</name><value><string>${words}</string></value></member>`),
      words,
    ],
    "of a property list": [
      posted(`<dict><key>password</key>\n<string>${words}</string></dict>`),
      words,
    ],
    "of character data": [posted(`<password><![CDATA[${words}]]></password>`), words],
    "that is an input": [text(`<input name="csrf_token" type="hidden" value="${words}">`), words],
    "that is about the page": [text(`<meta name='csrf-token' content='${words}'>`), words],
    "of XML": [posted(`<a><wsse:Password Type="x">${words}</wsse:Password></a>`), words],
    "with its name in an attribute": [text(`<entry key="db.password">${words}</entry>`), words],
  },
  "a sentence": {
    "after its name": [body({ message: `Your new password has been set to ${opaque}.` })],
    "before its name": [body({ message: `${opaque} is your access token, keep it safe` })],
    "with a name further away": [body({ m: `use this API key for the news: ${opaque}` })],
    "with quotes in units": [body({ m: `%7B%u0022token%u0022%3A%u0022${words}%u0022%7D` }), words],
  },
  "a page, beside its name": {
    "in a table": [text(`<tr><td>Password</td><td><code>${opaque}</code></td></tr>`)],
    "in a list": [text(`<dt>API key</dt><dd>${opaque}</dd>`)],
    "in a form": [text(`<label>Password</label><input value="${opaque}">`)],
    "after a full-width colon": [body({ message: `password：${opaque}` })],
    "in the element within": [text(`<setting name="ApiKey"><value>${opaque}</value></setting>`)],
    "as PHP writes it": [posted(`a:1:{s:8:"password";s:${opaque.length}:"${opaque}";}`)],
  },
  "an object that names it elsewhere": {
    "by its label": [body({ label: "API key", value: opaque })],
    "in one letter": [body({ k: "password", v: opaque })],
    "by the way to it": [body({ detail: [{ loc: ["header", "x-api-key"], input: opaque }] })],
    "by a pointer": [body({ op: "replace", path: "/user/password", value: opaque })],
    "as user and password": [body({ auths: { r: { auth: base64(`admin:${words}`) } } }), words],
    "by its default": [body({ name: "api_key", default: opaque })],
  },
};

describe.each(Object.entries(places))("a credential is found in %s", (_, cases) => {
  test.each(Object.entries(cases))("%s", async (_name, [entry, secret = opaque]) => {
    const shown = (await redactorOf(entry))(`no such item: "${secret}", it says`);
    expect(shown).not.toContain(String(secret));
    expect(shown).toMatch(/^no such item: "\[[a-z ]+\]", it says$/);
  });
});
