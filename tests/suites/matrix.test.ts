import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { defaultVersion, type MatrixChoice } from "../../contracts/vocabulary.ts";
import { fullMatrix } from "../../harness/configuration/matrix-choice.ts";
import {
  alteredWithin,
  canonicalRequest,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { chosenMatrix } from "../../suites/engine/matrix.ts";
import { planRun } from "../../suites/engine/planning.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { styleSent } from "../../suites/model/sent-at.ts";
import { mostRequests } from "./most-requests.ts";
import { completeTarget } from "./target.ts";

const contracts = loadCatalogue();
const target = completeTarget();

function planned(choice: MatrixChoice): readonly PlannedCheck[] {
  const matrix = chosenMatrix(choice, target, contracts);
  return planRun(allChecks, target, contracts, loadRegister(), { matrix });
}

function requestsOf(plan: readonly PlannedCheck[]): readonly RequestSpec[] {
  const all = plan.flatMap(({ requests }) => requests);
  return [...new Map(all.map((spec) => [canonicalRequest(spec), spec])).values()];
}

const nameOf = ({ requirement, cell }: PlannedCheck): string =>
  `${requirement.id} ${cell.surface} ${cell.endpoint} ${cell.version} ${cell.auth}`;

const full = planned(fullMatrix);
/** The operations that every server of the surface has to offer. */
const stated = contracts.operations.filter((one) => one.protected && one.availability === "stated");

describe("the full matrix", () => {
  test("takes at most 1,000 requests for the first versions", () => {
    expect(requestsOf(full).length).toBeLessThan(mostRequests(1000));
  });

  test("sends every kind of key in each style to every endpoint at every version that it has", () => {
    const places = stated.flatMap(({ surface, endpoint, version }) => {
      const isLatest = version === contracts.defaultOf(surface, endpoint);
      const versions = isLatest ? [version, defaultVersion] : [version];
      return versions.map((one) => `${surface} ${endpoint} ${one}`);
    });
    const sent = requestsOf(full).filter(({ credential }) => credential.kind !== "several");
    const kindOf = ({ credential }: RequestSpec): string => {
      const isText =
        credential.kind === "malformed" &&
        /^(Bearer )?(\*|%|'.*|[a-z_]+|bk0+|eyJ.*)$/.test(credential.value);
      if (isText) return "unknown";
      if (credential.kind !== "key") return credential.kind;
      const neverIssued = [
        "unknown",
        "lengthened",
        "shortened",
        "altered",
        ...alteredWithin,
        "unprefixed",
      ].includes(credential.key);
      return neverIssued ? "unknown" : credential.key;
    };
    const tried = new Set(
      sent.map(
        (spec) =>
          `${spec.surface} ${spec.endpoint} ${spec.version} ${kindOf(spec)} ${styleSent(spec)}`,
      ),
    );
    const wanted = places.flatMap((place) => [
      `${place} none null`,
      ...["own", "unknown", "other-product", "revoked", "malformed"].flatMap((kind) =>
        ["api-key", "x-api-key", "bearer"].map((style) => `${place} ${kind} ${style}`),
      ),
    ]);
    expect(wanted.filter((one) => !tried.has(one))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(300);
  });
});

test.each(["aggregator", "news"])(
  "a key is changed at every place for the %s surface",
  (surface) => {
    const keys = requestsOf(full)
      .filter((spec) => spec.surface === surface)
      .flatMap(({ credential }) => (credential.kind === "key" ? [credential.key] : []));
    const places = new Set(keys.filter((key) => key.startsWith("altered")));
    expect([...places].sort()).toEqual(["altered", ...alteredWithin]);
  },
);

describe("pairs", () => {
  const sent = requestsOf(planned({ kind: "pairwise", rotation: null }));
  const own = sent.filter(
    ({ credential: one }) => one.kind === "key" && one.key === "own" && styleSent,
  );

  test("take at most 350 requests for the first versions", () => {
    expect(sent.length).toBeLessThanOrEqual(mostRequests(350));
  });

  test("hold every endpoint with every version, and with every style", () => {
    const withVersion = new Set(own.map((one) => `${one.surface} ${one.endpoint} ${one.version}`));
    const withStyle = new Set(own.map((one) => `${one.surface} ${one.endpoint} ${styleSent(one)}`));
    for (const { surface, endpoint, version } of stated) {
      expect(withVersion).toContain(`${surface} ${endpoint} ${version}`);
      for (const style of ["api-key", "x-api-key", "bearer"]) {
        expect(withStyle).toContain(`${surface} ${endpoint} ${style}`);
      }
    }
  });

  test("hold every version with every style", () => {
    const pairs = new Set(own.map((one) => `${one.surface} ${one.version} ${styleSent(one)}`));
    for (const surface of target.surfaces) {
      for (const version of [defaultVersion, ...contracts.versions(surface)]) {
        for (const style of ["api-key", "x-api-key", "bearer"]) {
          expect(pairs).toContain(`${surface} ${version} ${style}`);
        }
      }
    }
  });

  test("hold every endpoint with every kind of key", () => {
    const kinds = new Set(
      sent.map(({ surface, endpoint, credential }) => {
        const kind = credential.kind === "key" ? credential.key : credential.kind;
        return `${surface} ${endpoint} ${kind}`;
      }),
    );
    for (const { surface, endpoint } of stated) {
      for (const kind of ["none", "own", "other-product", "revoked", "malformed", "several"]) {
        expect(kinds).toContain(`${surface} ${endpoint} ${kind}`);
      }
    }
  });

  test("leave no requirement out", () => {
    const ids = (plan: readonly PlannedCheck[]) =>
      [...new Set(plan.map(({ requirement }) => requirement.id))].sort();
    expect(ids(planned({ kind: "pairwise", rotation: null }))).toEqual(ids(full));
  });
});

test("smoke sends one request to each endpoint of each surface", () => {
  const sent = requestsOf(planned({ kind: "smoke", rotation: null }));
  const places = sent.map(({ surface, endpoint }) => `${surface} ${endpoint}`);
  const all = contracts.operations.map(({ surface, endpoint }) => `${surface} ${endpoint}`);
  expect(places.sort()).toEqual([...new Set(all)].sort());
  expect(new Set(sent.map(({ version }) => version))).toEqual(new Set([defaultVersion]));
});

describe.each([2, 3, 5, 7])("a rotation of %i runs", (of) => {
  const parts = Array.from({ length: of }, (_, index) =>
    planned({ kind: "full", rotation: { part: index + 1, of } }).map(nameOf),
  );

  test("covers the full matrix, nothing twice", () => {
    const covered = parts.flat();
    expect(new Set(covered).size).toBe(covered.length);
    expect([...covered].sort()).toEqual(full.map(nameOf).sort());
  });

  test("has something of everything in each part", () => {
    for (const part of parts) {
      expect(part.length).toBeGreaterThan((full.length / of) * 0.6);
      const styles = new Set(part.map((name) => name.split(" ").at(-1)));
      expect(styles).toEqual(new Set(["api-key", "x-api-key", "bearer", "null"]));
    }
  });
});
