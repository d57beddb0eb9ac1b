import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "../../contracts/yaml.ts";
import { allOf, parseJenkinsfile } from "./jenkinsfile.ts";
import type { Environment } from "./machine.ts";

/** A script of a job. */
export interface Script {
  readonly lines: readonly string[];
  readonly shell: readonly string[];
  /** Variables with a value of their own. */
  readonly variables: Environment;
  /** Names of the variables with keys that this script sees. */
  readonly secrets: readonly string[];
  /** It is run after a failure, too. */
  readonly isAlways?: boolean;
}

/** A job that runs on one machine. */
export interface Pipeline {
  /** The name of our schema of the format; null if something else checks it. */
  readonly schema: string | null;
  readonly document: unknown;
  readonly scripts: readonly Script[];
  /** Paths of what is kept of a job that has failed. */
  readonly kept: readonly string[];
  /** The steps that are done after a failure and fail if there is no report. */
  readonly needReport: readonly string[];
  /** Whether the folder of a job still has the files of the job before. */
  readonly keepsWorkspace?: boolean;
}

const bash = ["bash", "-e"];
const keys = ["AGGREGATOR_API_KEY", "NEWS_API_KEY"];

/** The variable that the steps of Azure Pipelines set once there is a report. */
export const azureHasReport = "hasReport";

/** How the pipelines of a file are read, by its path in the project. */
export const pipelines: Readonly<Record<string, (text: string) => Pipeline>> = {
  Jenkinsfile(text) {
    const document = parseJenkinsfile(text);
    const unquoted = (argument: string) => /'([^']*)'/.exec(argument)?.[1] ?? "";
    const secrets = keys.filter((key) =>
      allOf(document, key).some(({ argument }) => /^= credentials\('[\w-]+'\)$/.test(argument)),
    );
    const lines = allOf(document, "sh").map(({ argument }) => unquoted(argument));
    const kept = ["junit", "archiveArtifacts"].flatMap((name) =>
      allOf(allOf(document, "always"), name),
    );
    const mayBeEmpty = /\b(allowEmptyResults|allowEmptyArchive): true\b/;
    return {
      schema: null,
      document,
      // Each step is a shell of its own.
      scripts: lines.map((line) => ({
        lines: [line],
        shell: ["sh", "-xe"],
        variables: {},
        secrets,
      })),
      kept: kept.map(({ argument }) => unquoted(argument).replace("/*", "")),
      needReport: kept.filter(({ argument }) => !mayBeEmpty.test(argument)).map(({ name }) => name),
      keepsWorkspace: true,
    };
  },

  "azure-pipelines.yml"(text) {
    interface AzureStep {
      readonly script?: string;
      readonly condition?: string;
      readonly env?: Readonly<Record<string, string | number>>;
      readonly publish?: string;
      readonly inputs?: { readonly testResultsFiles?: string };
    }
    const document: { readonly steps: readonly AzureStep[] } = read(text);
    const isAlways = ({ condition = "" }: AzureStep) => condition.includes("succeededOrFailed()");
    return {
      schema: "azure-pipelines.yaml",
      document,
      scripts: document.steps.flatMap((step) => {
        if (step.script === undefined) return [];
        const entries = Object.entries(step.env ?? {}).map(([name, value]) => [name, `${value}`]);
        const secrets = entries.filter(([name, value]) => value === `$(${name})`);
        const variables = Object.fromEntries(entries.filter((entry) => !secrets.includes(entry)));
        return {
          lines: [step.script],
          shell: ["bash", "--noprofile", "--norc"],
          variables,
          secrets: secrets.map(([name = ""]) => name),
          isAlways: isAlways(step),
        };
      }),
      kept: document.steps
        .filter(isAlways)
        .flatMap(({ publish, inputs }) => publish ?? inputs?.testResultsFiles ?? []),
      // Publishing what is not there is an error, unless it is test results. A variable tells whether it is there.
      needReport: document.steps
        .filter(isAlways)
        .filter(
          ({ condition = "" }) => !condition.includes(`eq(variables.${azureHasReport}, 'true')`),
        )
        .flatMap(({ publish }) => publish ?? []),
    };
  },

  ".circleci/config.yml"(text) {
    interface CircleStep {
      readonly run?: string;
      readonly store_test_results?: { readonly path: string };
      readonly store_artifacts?: { readonly path: string };
    }
    const document: {
      readonly jobs: {
        readonly conformance: {
          readonly environment: Environment;
          readonly steps: readonly (string | CircleStep)[];
        };
      };
    } = read(text);
    const { environment, steps } = document.jobs.conformance;
    const mappings = steps.filter((step) => typeof step !== "string");
    return {
      schema: "circleci.yaml",
      document,
      // Those of the context are in the environment of every step.
      scripts: mappings.flatMap(({ run }) =>
        run === undefined
          ? []
          : {
              lines: [run],
              shell: ["bash", "-eo", "pipefail"],
              variables: environment,
              secrets: keys,
            },
      ),
      kept: mappings.flatMap(
        ({ store_test_results: results, store_artifacts: artifacts }) =>
          (results ?? artifacts)?.path ?? [],
      ),
      needReport: [],
    };
  },

  ".buildkite/pipeline.yml"(text) {
    interface BuildkiteStep {
      readonly command: readonly string[];
      readonly env?: Environment;
      readonly secrets?: readonly string[];
      readonly artifact_paths?: readonly string[];
      readonly allow_dependency_failure?: boolean;
    }
    const document: { readonly steps: readonly BuildkiteStep[] } = read(text);
    return {
      schema: "buildkite.yaml",
      document,
      scripts: document.steps.map(
        ({ command, env = {}, secrets = [], allow_dependency_failure: isAlways = false }) => ({
          ...{ lines: command, shell: bash, variables: env, secrets, isAlways },
        }),
      ),
      kept: document.steps
        .flatMap(({ artifact_paths: paths = [] }) => paths)
        .map((path) => path.replace("/*", "")),
      needReport: [],
    };
  },
};

function read<T>(text: string): T {
  return JSON.parse(JSON.stringify(parseYaml(text)));
}

/** @param project folder */
export function readSingleMachine(project: string, path: string): Pipeline {
  const readText = pipelines[path];
  if (readText === undefined) throw new Error(`nothing reads ${path}`);
  return readText(readFileSync(join(project, path), "utf8"));
}
