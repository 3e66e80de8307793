import type { Reason as ApprovalReason } from '@pauta/domain/approval/reason.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';
import type { HandlerContext } from './commands/context.ts';
import { createUses, type Use } from './reading/uses.ts';
import { type LineTable, type Link, type ResourceTable, tableOf } from './table.ts';
import type { Served } from './writing/change-record.ts';

/** Values of settings by key. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Reads the company's settings: the stored value, or the default of its definition. */
export interface SettingReader {
  readAll(database: Queryable): Promise<SettingValues>;
  read(database: Queryable, key: string): Promise<unknown>;
}

/** What the engine needs to know about users. */
export interface People {
  /**
   * Loads a user as the actor of work that continues after the request, with the permissions of this moment. Null for a
   * user who is no longer active.
   */
  loadActor(database: Queryable, userId: string): Promise<Actor | null>;
  /** Whether one of the user's roles has the one permission and not the other. */
  hasRole(
    database: Queryable,
    userId: string,
    role: { readonly with: string; readonly without: string },
  ): Promise<boolean>;
  /** Which of these sessions are open. */
  openSessions(database: Queryable, sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Given rows of the audit log, returns a test for actors whose permissions may have changed by them. */
  rightsChanged(entries: readonly LoggedChange[]): (actor: Actor) => boolean;
}

/** The part of an audit log row that says what was changed. */
export interface LoggedChange {
  readonly entity: string;
  readonly entity_id: string;
  readonly action: string;
}

/** Display names of tables and columns, including those that belong to no resource. */
export interface TableNames {
  table(table: string): string | undefined;
  column(table: string, column: string): string;
}

/** A table, other than fields and attachments, whose rows own uploaded files; both conditions are on the file `f`. */
export interface FileOwner {
  readonly isOwned: Sql;
  readonly isOwnedBySeen: (actor: Actor) => Sql;
}

/** The document that needs a number. */
export interface NumberedRecord {
  /** Key of `numberSeries`. */
  readonly series: string;
  /** Id of the issuing company, for a series that is counted by company. */
  readonly company?: string | undefined;
  /** The kind of the document: a kind with a series of its own has its own pattern. */
  readonly kind?: string | undefined;
  /** Number of the contract that the document belongs to, for a pattern with `{contract}`. */
  readonly contract?: string | undefined;
  /** Whether it is a dry run, which assigns no number and returns a placeholder: `PR-2026-•••••`. */
  readonly isDryRun?: boolean | undefined;
}

/** Gives the next number of a series, in the transaction of its document. */
export type NumberTaker = (tx: Transaction, record: NumberedRecord) => Promise<string>;

/** A document with the content to be approved. */
export interface ApprovedDocument {
  /** Name of the document's definition. */
  readonly kind: string;
  readonly recordId: string;
  /** Content that an approval covers, as JSON. */
  readonly content: Values;
  readonly reasons: readonly ApprovalReason[];
}

/** Approvals of documents, which the approval area provides. */
export interface DocumentApprovals {
  /** The obstacles of documents that need an approval, by record id; none if this content is approved. */
  obstacles(
    tx: Transaction,
    kind: string,
    documents: readonly ApprovedDocument[],
  ): Promise<ReadonlyMap<string, Reason>>;
  request(context: HandlerContext, document: ApprovedDocument & { readonly title: string }): Promise<unknown>;
  /** Voids approvals of other content. */
  contentChanged(context: HandlerContext, document: Omit<ApprovedDocument, 'reasons'>): Promise<unknown>;
}

/**
 * Changes that are also announced under another name, with the id `<resource>:<id>` and without their author, to everybody
 * with a permission: who may not see a hold still has to learn that its space changed.
 */
export interface ChangeHint {
  readonly name: string;
  /** Names of the resources. */
  readonly of: readonly string[];
  readonly permission: string;
}

/** A table of which each row is about a record that it names, such as an approval. */
export interface RecordPointer {
  readonly table: string;
  /** Column with the name of the resource. */
  readonly resource: string;
  /** Column with the id of the record. */
  readonly record: string;
}

/** What the areas pass to the engine when the server starts (`partsOf` in `app.ts`). */
export interface EngineParts {
  /** Every resource of the product. */
  readonly resources: readonly Resource[];
  /** Lists that are not resources but whose views can be saved. */
  readonly otherLists: readonly Resource[];
  /** Tables outside the resources whose changes are sent to every open screen. */
  readonly announced: readonly string[];
  readonly hints: readonly ChangeHint[];
  /**
   * Tables whose rows the log names by the record that they belong to, with its resource: a change of them is announced
   * as one of the record.
   */
  readonly partTables: Readonly<Record<string, string>>;
  /** Tables whose changes are announced as changes of the record that a row is about, too. */
  readonly pointers: readonly RecordPointer[];
  /** Further routes of every resource, registered by other mechanisms: export and import. */
  readonly resourceRoutes: readonly ((app: FastifyInstance, table: ResourceTable) => void)[];
  readonly settings: SettingReader;
  readonly people: People;
  /** The public address of the product; undefined while it is not configured. */
  readonly publicAddress: (database: Queryable) => Promise<string | undefined>;
  readonly names: TableNames;
  readonly takeNumber: NumberTaker;
  readonly approvals: DocumentApprovals;
  readonly fileOwners: readonly FileOwner[];
}

/** A table whose rows are records of a resource, or links or lines that belong to them. */
export interface OwnedTable {
  readonly resource: Resource;
  readonly link?: Link;
  readonly lines?: LineTable;
}

/** An audited table that the server serves: the table of a resource, or a link or line table of its records. */
export interface ServedEntity extends Served {
  readonly server: FastifyInstance;
  readonly link?: Link;
  readonly lines?: LineTable;
}

/**
 * Everything that the engine's mechanisms (resources, lists, import, export, search, live changes, notes, views, undo)
 * need from the areas. There is one per server, `app.engine`; code that runs outside a request receives it as an
 * argument.
 */
export interface Engine extends EngineParts {
  /** By name. */
  resourceOf(name: string): Resource | undefined;
  ownerOf(table: string): OwnedTable | undefined;
  /** Every table whose rows are records of a mounted resource; `mountResource` adds to it. */
  readonly served: ReadonlyMap<string, ServedEntity>;
  serve(served: ServedEntity): void;
  /** The columns that refer to the rows of a table. */
  usesOf(table: string): Promise<readonly Use[]>;
}

declare module 'fastify' {
  interface FastifyInstance {
    engine: Engine;
  }
}

/** Creates the engine of one server and its database, with no resource mounted yet. */
export const createEngine = (database: Database, parts: EngineParts): Engine => {
  const owned = new Map<string, OwnedTable>();
  for (const resource of parts.resources) {
    owned.set(resource.name, { resource });
    const { links, lines } = tableOf(resource);
    for (const link of links) owned.set(link.table, { resource, link });
    for (const table of lines) owned.set(table.name, { resource, lines: table });
  }
  const served = new Map<string, ServedEntity>();
  return {
    ...parts,
    resourceOf: (name) => {
      const found = owned.get(name);
      return found?.link || found?.lines ? undefined : found?.resource;
    },
    ownerOf: (table) => owned.get(table),
    served,
    serve: (one) => {
      served.set(one.table.name, one);
      for (const link of one.table.links) served.set(link.table, { ...one, link });
      for (const lines of one.table.lines) served.set(lines.name, { ...one, lines });
    },
    usesOf: createUses(database, parts),
  };
};
