import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../platform/database/database.ts';

/** Where anybody checks what has a hash. */
export const checkPath = (hash: string): string => `/verificar/${hash}`;

/** A document besides contracts that the pages of `/verificar` check. */
export interface CheckedPaper {
  /** Hash of its content, which is that of its address. */
  readonly hash: string;
  /** With its article, as in "del reporte EV-2026-00001". */
  readonly ofIt: string;
  readonly title: string;
  readonly companyId: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly isNewest: boolean;
  /** Whether the hash is that of the stored content, calculated again. */
  readonly isIntact: boolean;
}

/** A kind of such documents, of an area. */
export interface CheckedKind {
  find(database: Queryable, hash: string): Promise<CheckedPaper | undefined>;
  /** Hash of the content whose document is a file. @param sha256 of the file, in hexadecimal */
  contentOf(database: Queryable, sha256: string): Promise<string | undefined>;
}

const kinds = new WeakMap<object, CheckedKind[]>();

/** Lets the public pages check documents of an area. */
export const addCheckedKind = ({ database }: FastifyInstance, kind: CheckedKind): void => {
  kinds.set(database, [...(kinds.get(database) ?? []), kind]);
};

const firstOf = async <Found>(
  { database }: FastifyInstance,
  find: (kind: CheckedKind) => Promise<Found | undefined>,
): Promise<Found | undefined> => {
  for (const kind of kinds.get(database) ?? []) {
    const found = await find(kind);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The document whose content has this hash. */
export const findPaper = (app: FastifyInstance, hash: string): Promise<CheckedPaper | undefined> =>
  firstOf(app, (kind) => kind.find(app.database, hash));

/** The document that a file is. @param sha256 of the file, in hexadecimal */
export const findPaperOfFile = async (
  app: FastifyInstance,
  sha256: string,
): Promise<CheckedPaper | undefined> => {
  const hash = await firstOf(app, (kind) => kind.contentOf(app.database, sha256));
  return hash === undefined ? undefined : findPaper(app, hash);
};
