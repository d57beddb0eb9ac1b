// Stands for GitHub's command line: the comments of one pull request, in the file COMMENTS.
import { readFileSync, writeFileSync } from "node:fs";

const { COMMENTS = "" } = process.env;
/** @type {{ id: number, user: { login: string }, body: string }[]} */
const comments = JSON.parse(readFileSync(COMMENTS, "utf8"));
const words = process.argv.slice(2);

/** @param {string} option */
function wordAfter(option) {
  const at = words.indexOf(option);
  return at < 0 ? "" : (words[at + 1] ?? "");
}

/** @param {string} file */
const read = (file) => readFileSync(file, "utf8");
const save = () => writeFileSync(COMMENTS, JSON.stringify(comments));

const own =
  /^\.\[\] \| select\(\.user\.login == ("[^"]+") and \(\.body \| startswith\(("[^"]+")\)\)\) \| \.id$/;
const list = "repos/an/example/issues/7/comments";
const one = /^repos\/an\/example\/issues\/comments\/(\d+)$/;

if (words[0] === "pr" && words[1] === "comment" && words[2] === "7") {
  const body = read(wordAfter("--body-file"));
  comments.push({ id: comments.length + 1, user: { login: "github-actions[bot]" }, body });
  save();
} else if (words[0] === "api" && words.includes(list)) {
  const [, login = "", start = ""] = own.exec(wordAfter("--jq")) ?? [];
  if (login === "") throw new Error(`not understood: ${wordAfter("--jq")}`);
  for (const { id, user, body } of comments) {
    if (user.login === JSON.parse(login) && body.startsWith(JSON.parse(start))) console.log(id);
  }
} else if (words[0] === "api" && wordAfter("--method") === "PATCH") {
  const id = words.map((word) => one.exec(word)?.[1]).find((text) => text !== undefined);
  const comment = comments.find((each) => String(each.id) === id);
  const file = /^body=@(.*)$/.exec(wordAfter("--field"))?.[1];
  if (comment === undefined || file === undefined) throw new Error(words.join(" "));
  comment.body = read(file);
  save();
} else {
  throw new Error(`not understood: ${words.join(" ")}`);
}
