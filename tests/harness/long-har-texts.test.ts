import { expect, test } from "vitest";
import { compiled, inOwnProcess } from "../run/in-own-process.ts";

const signs = [..."aZ0+/-_=%&;:.,<>{[(\"'\\ \n\u00e9"];

/** Looks for a secret beside each text of one character, repeated, and prints the characters where it is not found. */
const attempt = `
  import { createHarSecrets } from ${compiled("harness/har/har-secrets.js")};
  const [length, signs] = JSON.parse(process.argv[2]);
  const secret = { token: "correct-horse-battery-staple" };
  const text = (text) => ({ response: { headers: [], content: { text } } });
  const body = (value) => text(JSON.stringify(value));
  const failing = [];
  for (const sign of signs) {
    const long = sign.repeat(length);
    for (const entry of [body({ image: long, ...secret }), text(long)]) {
      try {
        const secrets = createHarSecrets();
        await secrets.look(entry);
        await secrets.look(body(secret));
        const shown = secrets.redactor([])(secret.token);
        if (shown !== "[redacted key]") failing.push([sign, shown]);
      } catch (error) {
        failing.push([sign, String(error)]);
      }
    }
  }
  console.log(JSON.stringify(failing));
`;

/**
 * In a process of its own, as the command has: where V8 has compiled very many expressions, as in that of all these
 * tests, it optimizes no further one, which then needs twice as much of its stack.
 */
test("a recorded text of any one character, eight million times, is read", async () => {
  expect(await inOwnProcess(attempt, JSON.stringify([8_000_000, signs]))).toEqual([]);
});
