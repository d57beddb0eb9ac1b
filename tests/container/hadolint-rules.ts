import { DockerfileParser, type Instruction } from "dockerfile-ast";

/** A stage of a Dockerfile: its `FROM` and what follows. */
interface Stage {
  readonly image: string;
  readonly name: string | null;
  readonly platform: string | null;
  readonly instructions: readonly Instruction[];
}

type Rule = (stages: readonly Stage[], all: readonly Instruction[]) => boolean;

const keyword = (one: Instruction): string => one.getKeyword();
const words = (one: Instruction): readonly string[] =>
  one.getArguments().map((argument) => argument.getValue());
const text = (one: Instruction): string => one.getRawArgumentsContent() ?? "";
const of = (all: readonly Instruction[], ...names: readonly string[]) =>
  all.filter((one) => names.includes(keyword(one)));
const commands = (all: readonly Instruction[]): readonly string[] =>
  of(all, "RUN").flatMap((one) =>
    text(one)
      .split(/&&|;|\|\||\n/)
      .map((part) => part.trim()),
  );
const repeats = (names: readonly (string | null)[]): boolean =>
  names.some((name, index) => name !== null && names.indexOf(name) !== index);
const isOwnStage = (stages: readonly Stage[], image: string): boolean =>
  stages.some(({ name }) => name === image);

/**
 * Rules of hadolint, by its ids; true where they are broken. hadolint itself is no package of npm, and
 * dockerfile-utils, which is, checks the syntax only.
 */
const rules: Readonly<Record<string, Rule>> = {
  "DL3000 WORKDIR is absolute": (_, all) =>
    of(all, "WORKDIR").some((one) => !/^["']?[/$]/.test(text(one))),
  "DL3002 the last user is not root": (stages) =>
    of(stages.at(-1)?.instructions ?? [], "USER")
      .slice(-1)
      .some((one) => /^(root|0)(:|$)/.test(text(one))),
  "DL3003 WORKDIR instead of cd": (_, all) => commands(all).some((one) => /^cd\b/.test(one)),
  "DL3004 no sudo": (_, all) => commands(all).some((one) => /^sudo\b/.test(one)),
  "DL3006 an image has a tag": (stages) =>
    stages.some(
      ({ image }) => !/[:@]/.test(image) && !isOwnStage(stages, image) && image !== "scratch",
    ),
  "DL3007 the tag is not latest": (stages) => stages.some(({ image }) => image.endsWith(":latest")),
  "DL3012 one HEALTHCHECK": (stages) =>
    stages.some(({ instructions }) => of(instructions, "HEALTHCHECK").length > 1),
  "DL3016 npm install has versions": (_, all) =>
    commands(all).some((one) => /^npm (i|install)\b.* [a-z@][\w/-]*$/.test(one)),
  "DL3018 apk add has versions": (_, all) =>
    commands(all).some((one) => /^apk add\b(?!.*=)/.test(one)),
  "DL3020 COPY instead of ADD": (_, all) => of(all, "ADD").length > 0,
  "DL3021 COPY of several files ends with /": (_, all) =>
    of(all, "COPY").some(
      (one) => words(one).length > 2 && !/\/$|^\.$/.test(words(one).at(-1) ?? ""),
    ),
  "DL3022 COPY --from names a stage": (stages, all) =>
    of(all, "COPY").some((one) => {
      const from = /--from=(\S+)/.exec(one.getTextContent())?.[1];
      return from !== undefined && !from.includes(":") && !isOwnStage(stages, from);
    }),
  "DL3024 stages have different names": (stages) => repeats(stages.map(({ name }) => name)),
  "DL3025 CMD and ENTRYPOINT are JSON": (_, all) =>
    of(all, "CMD", "ENTRYPOINT").some((one) => !/^\[.*\]$/s.test(text(one))),
  "DL3029 no fixed platform": (stages) =>
    stages.some(({ platform }) => platform !== null && !/(BUILD|TARGET)PLATFORM/.test(platform)),
  "DL3045 COPY to a relative place needs WORKDIR": (stages) =>
    stages.some(({ instructions }) =>
      instructions.some(
        (one, index) =>
          keyword(one) === "COPY" &&
          !/^["']?[/$]/.test(words(one).at(-1) ?? "") &&
          of(instructions.slice(0, index), "WORKDIR").length === 0,
      ),
    ),
  "DL3059 no RUN right after another": (_, all) =>
    all.some(
      (one, index) =>
        keyword(one) === "RUN" &&
        keyword(all[index + 1] ?? one) === "RUN" &&
        index + 1 < all.length,
    ),
  "DL4000 no MAINTAINER": (_, all) => of(all, "MAINTAINER").length > 0,
  "DL4003 one CMD": (stages) =>
    stages.some(({ instructions }) => of(instructions, "CMD").length > 1),
  "DL4004 one ENTRYPOINT": (stages) =>
    stages.some(({ instructions }) => of(instructions, "ENTRYPOINT").length > 1),
  "DL4006 pipefail before a pipe": (_, all) =>
    of(all, "RUN").some((one) => /[^|]\|[^|]/.test(text(one))) && of(all, "SHELL").length === 0,
};

/** The rules that a Dockerfile breaks, with their ids. */
export function brokenRules(dockerfile: string): readonly string[] {
  const all = DockerfileParser.parse(dockerfile).getInstructions();
  const starts = all.flatMap((one, index) => (keyword(one) === "FROM" ? [index] : []));
  const stages = starts.map((start, index): Stage => {
    const [image = "", as, name = null] = words(all[start] ?? raise());
    return {
      image,
      name: as?.toUpperCase() === "AS" ? name : null,
      platform: /--platform=(\S+)/.exec(all[start]?.getTextContent() ?? "")?.[1] ?? null,
      instructions: all.slice(start + 1, starts[index + 1]),
    };
  });
  return Object.entries(rules).flatMap(([rule, isBroken]) => (isBroken(stages, all) ? [rule] : []));
}

function raise(): never {
  throw new Error("a stage has no FROM");
}
