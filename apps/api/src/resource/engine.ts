import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { createUses, type Use } from './reading/uses.ts';
import { type LineTable, type Link, type ResourceTable, tableOf } from './table.ts';
import type { Served } from './writing/change-record.ts';

/** Values of settings by key. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** The company's settings, each as it was set or else as its definition says. */
export interface SettingReader {
  readAll(database: Queryable): Promise<SettingValues>;
  read(database: Queryable, key: string): Promise<unknown>;
}

/** What the engine asks about those who sign in. */
export interface People {
  /**
   * A user as the one who does work that goes on after the request: with what the user may do at this moment. Null
   * for who is no longer active.
   */
  loadActor(database: Queryable, userId: string): Promise<Actor | null>;
  /** Does one of the user's roles have the one permission and not the other? */
  hasRole(
    database: Queryable,
    userId: string,
    role: { readonly with: string; readonly without: string },
  ): Promise<boolean>;
  /** Which of these sessions are open. */
  openSessions(database: Queryable, sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whose rights may be others after these rows of the audit log. */
  rightsChanged(entries: readonly LoggedChange[]): (actor: Actor) => boolean;
}

/** A row of the audit log, as far as it tells what was done. */
export interface LoggedChange {
  readonly entity: string;
  readonly entity_id: string;
  readonly action: string;
}

/** What a person calls tables and columns, those of no resource too. */
export interface TableNames {
  table(table: string): string | undefined;
  column(table: string, column: string): string;
}

/** A table besides fields and attachments whose rows own uploaded files; both are conditions of the file `f`. */
export interface FileOwner {
  readonly isOwned: Sql;
  readonly isOwnedBySeen: (actor: Actor) => Sql;
}

/** What the areas hand over when the server starts (`app.ts`). */
export interface EngineParts {
  /** Every resource of the product. */
  readonly resources: readonly Resource[];
  /** Lists of what is no resource; views of them are saved too. */
  readonly otherLists: readonly Resource[];
  /** Tables of no resource whose changes every open screen hears of. */
  readonly announced: readonly string[];
  /** Further routes of every resource, which a mechanism of its own adds: export and import. */
  readonly resourceRoutes: readonly ((app: FastifyInstance, table: ResourceTable) => void)[];
  readonly settings: SettingReader;
  readonly people: People;
  /** The address under which people open the product; undefined while nobody said it. */
  readonly publicAddress: (database: Queryable) => Promise<string | undefined>;
  readonly names: TableNames;
  readonly fileOwners: readonly FileOwner[];
}

/** A table whose rows are records of a resource, or links or lines that belong to them. */
export interface OwnedTable {
  readonly resource: Resource;
  readonly link?: Link;
  readonly lines?: LineTable;
}

/** A table of the audit log that the server serves: that of a resource, or a table of links or lines of its
 *  records. */
export interface ServedEntity extends Served {
  readonly server: FastifyInstance;
  readonly link?: Link;
  readonly lines?: LineTable;
}

/**
 * Everything that the mechanisms (resources, lists, import, export, search, live changes, notes, views, undo) know of
 * the areas. One object a server, `app.engine`; what works without a request is given it.
 */
export interface Engine extends EngineParts {
  /** By name. */
  resourceOf(name: string): Resource | undefined;
  ownerOf(table: string): OwnedTable | undefined;
  /** Every table whose rows are records of a resource of this server; `mountResource` adds to it. */
  readonly served: ReadonlyMap<string, ServedEntity>;
  serve(served: ServedEntity): void;
  /** Where the values of a table are used. */
  usesOf(table: string): Promise<readonly Use[]>;
}

declare module 'fastify' {
  interface FastifyInstance {
    engine: Engine;
  }
}

/** The engine of one server and its database; no resource is served yet. */
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
