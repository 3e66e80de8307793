import { longestPosition } from '@pauta/domain/document/position.ts';
import { type Field, type Fields, isFilterable, type JsonSchema } from '@pauta/domain/kinds/kind.ts';
import { conditionLimits } from '@pauta/domain/resource/query/condition.ts';
import { everyFieldOf, listedFields, usualFields } from '@pauta/domain/resource/query/listed-fields.ts';
import { sortNames } from '@pauta/domain/resource/query/query.ts';
import { groupableFields } from '@pauta/domain/resource/query/summary.ts';
import { type Resource, systemFields } from '@pauta/domain/resource/resource.ts';
import { countOf, newOne } from '@pauta/domain/text/label.ts';
import { type LineTable, type ResourceTable, singular, tableOf } from './table.ts';

/** The same schema, or null. */
export const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
});

const writable = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !field.options.readOnly);

const mustBeGiven = ({ options }: Field): boolean =>
  options.required === true && options.initial === undefined && options.when === undefined;

const described = (field: Field, schema: JsonSchema): JsonSchema => ({ ...schema, description: field.label });

/** Body of a new record or of a command; with `partial`, of a change. */
export const bodySchema = (fields: Fields, { partial = false }: { partial?: boolean } = {}): JsonSchema => {
  const required = partial
    ? []
    : writable(fields)
        .filter(([, field]) => mustBeGiven(field))
        .map(([name]) => name);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      writable(fields).map(([name, field]) => [
        name,
        described(field, nullable(field.kind.schema(field.options))),
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
};

const uuid: JsonSchema = { type: 'string', format: 'uuid' };

/** The part of a body that changes the lines of one kind. */
const linePatchSchema = ({ line, resource }: LineTable): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  description: `${resource.label.many}, hasta ${line.max}: \`put\` agrega o cambia, \`drop\` quita`,
  properties: {
    put: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: {
          id: { ...uuid, description: 'La elige quien la crea, un UUIDv7' },
          position: {
            type: ['string', 'null'],
            maxLength: longestPosition,
            description: 'Su lugar entre las demás; al final si falta',
          },
          ...(line.within !== undefined && {
            [line.by]: { ...uuid, description: 'La línea a que pertenece' },
          }),
          ...(bodySchema(resource.fields, { partial: true }).properties as object),
        },
      },
    },
    drop: { type: 'array', items: uuid },
  },
});

/** Body of a new record or of a change; for a document, with its lines. */
export const documentBodySchema = (
  { resource, lines }: ResourceTable,
  options: { partial?: boolean } = {},
): JsonSchema => {
  const header = bodySchema(resource.fields, options);
  if (lines.length === 0) return header;
  const patches = lines.map((table) => [table.line.name, linePatchSchema(table)]);
  return { ...header, properties: { ...(header.properties as object), ...Object.fromEntries(patches) } };
};

const instant: JsonSchema = { type: 'string', format: 'date-time' };

const referenceSchema: JsonSchema = {
  type: ['object', 'null'],
  required: ['id', 'label', 'code'],
  properties: {
    id: uuid,
    label: { type: 'string' },
    code: { type: ['string', 'null'] },
    inactive: { const: true, description: 'Está archivado o desactivado: se conserva y ya no se ofrece' },
  },
};

const answered = (field: Field): JsonSchema => {
  switch (field.kind.name) {
    case 'reference':
      return referenceSchema;
    case 'references':
      return { type: 'array', items: { ...referenceSchema, type: 'object' } };
    case 'file':
      return {
        type: ['object', 'null'],
        required: ['id', 'name', 'mime', 'bytes'],
        properties: {
          id: uuid,
          name: { type: 'string' },
          mime: { type: 'string' },
          bytes: { type: 'integer' },
        },
      };
    case 'dateTime':
      return nullable(instant);
    default:
      return nullable(field.kind.schema(field.options));
  }
};

/** A document line as answers contain it. */
export const lineSchema = ({ line, resource }: LineTable): JsonSchema => ({
  title: resource.label.one,
  type: 'object',
  required: ['id', 'position', ...Object.keys(resource.fields)],
  properties: {
    id: uuid,
    position: { type: 'string' },
    ...(line.within !== undefined && { [line.by]: uuid }),
    ...Object.fromEntries(
      Object.entries(resource.fields).map(([name, field]) => [name, described(field, answered(field))]),
    ),
    ...(line.mode === 'beside' && {
      created_at: instant,
      updated_at: instant,
      row_version: { type: 'integer' },
    }),
  },
});

const recordProperties = (resource: Resource): JsonSchema => ({
  id: uuid,
  ...Object.fromEntries(
    Object.entries({ ...resource.fields, ...systemFields }).map(([name, field]) => [
      name,
      described(field, answered(field)),
    ]),
  ),
  row_version: { type: 'integer', minimum: 1 },
  ...(resource.operations.includes('archive') && { archived_at: nullable(instant) }),
});

/** A record as answers contain it. */
export const recordSchema = (resource: Resource): JsonSchema => ({
  title: resource.label.one,
  type: 'object',
  required: ['id', ...everyFieldOf(resource), 'row_version'],
  properties: {
    ...recordProperties(resource),
    ...Object.fromEntries(
      tableOf(resource)
        .lines.filter(({ line }) => line.mode === 'inBody')
        .map((table) => [
          table.line.name,
          { type: 'array', items: lineSchema(table), description: 'En su orden; las listas no las llevan' },
        ]),
    ),
  },
});

export const rowSchemaId = (resource: Resource): string => `${singular(resource.name)}_row`;

/** A record as a row of a list: with the requested fields. */
export const rowSchema = (resource: Resource): JsonSchema => ({
  title: `${resource.label.one} en una lista`,
  type: 'object',
  required: ['id', ...listedFields(resource, []), 'row_version'],
  properties: recordProperties(resource),
});

const text: JsonSchema = { type: 'string' };

/** The groups of a grouped list. */
export const listGroups: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['value', 'label', 'count', 'shown'],
    properties: {
      value: { type: ['string', 'null'] },
      label: { type: 'string' },
      count: { type: 'integer', minimum: 0 },
      others: { type: 'boolean' },
      shown: { type: 'integer', minimum: 0 },
    },
  },
};

/** Query parameters of a list. `parseQuery` checks them; this schema documents them. */
export const listParameters = (resource: Resource): JsonSchema => ({
  type: 'object',
  properties: {
    q: {
      type: 'string',
      maxLength: 200,
      description: 'Palabras que deben aparecer, sin distinguir mayúsculas ni acentos',
    },
    where: {
      type: 'string',
      maxLength: conditionLimits.length,
      description:
        'Condición con «or», «-» y paréntesis sobre los mismos datos, por ejemplo `(status:active or status:prospect) -tags:-`',
    },
    sort: { type: 'string', enum: sortNames(resource).flatMap((name) => [name, `-${name}`]) },
    limit: {
      type: 'string',
      pattern: '^([1-9]\\d?|100)$',
      description: 'Registros por página, 25 si no se indica',
    },
    cursor: { type: 'string', description: '`next_cursor` de la página anterior' },
    archived: { type: 'string', enum: ['true', 'false'] },
    group: {
      type: 'string',
      enum: ['', ...groupableFields(resource)],
      description:
        'Dato por el que se agrupa: cada grupo con sus primeros registros y, en `groups`, cuántos tiene',
    },
    open: {
      type: 'string',
      maxLength: 4000,
      description:
        'Valores de los grupos que se muestran enteros, hasta 100 registros; `-` es el grupo sin dato',
    },
    ...Object.fromEntries(
      Object.entries({ ...resource.fields, ...systemFields })
        .filter(([, field]) => isFilterable(field))
        .map(([name, field]) => [
          `f.${name}`,
          { ...text, description: `${field.label} (${field.kind.family})` },
        ]),
    ),
  },
});

/** Query parameters of a list with selectable fields, see `parseListedFields`. */
export const rowParameters = (resource: Resource): JsonSchema => ({
  ...listParameters(resource),
  properties: {
    ...(listParameters(resource).properties as object),
    count: {
      type: 'string',
      enum: ['yes', 'no'],
      description:
        '`no`: sin `total`, que la primera página ya dijo; contar es lo que más cuesta de una lista grande',
    },
    fields: {
      type: 'string',
      maxLength: 4000,
      description: `Datos de cada registro, separados por comas; \`*\` son todos. Sin él, los de las columnas de la lista: ${usualFields(resource).join(', ')}. Siempre vienen \`id\`, \`row_version\`, \`archived_at\`, ${listedFields(
        resource,
        [],
      )
        .map((name) => `\`${name}\``)
        .join(', ')}, y lo que hace falta para leer los pedidos, como la moneda de un monto`,
    },
  },
});

export const optionsParameters: JsonSchema = {
  type: 'object',
  properties: { q: text, ids: text, limit: { type: 'string', pattern: '^\\d{1,3}$' } },
};

export const optionsAnswer: JsonSchema = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: { ...referenceSchema, type: 'object' } } },
};

/** Alternative searches with more results, in the answer of a list or of the search. */
export const didYouMeanSchema: JsonSchema = {
  type: 'array',
  items: text,
  description: 'Búsquedas parecidas que encuentran más, cuando esta encuentra poco o nada',
};

export const historyAnswer: JsonSchema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'at', 'actor', 'action', 'title', 'changes', 'reason', 'undo'],
        properties: {
          id: { type: 'integer' },
          at: instant,
          actor: { type: 'object', properties: { id: nullable(uuid), name: text } },
          action: text,
          title: text,
          changes: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                field: text,
                label: text,
                before: { type: ['string', 'null'] },
                after: { type: ['string', 'null'] },
                sentence: text,
                restores: {
                  description: 'El valor anterior, como lo lleva un cuerpo; falta si no puede devolverse',
                },
              },
            },
          },
          reason: { type: ['string', 'null'] },
          undo: {
            type: ['string', 'null'],
            description: 'La solicitud que puede deshacerse con `/api/undo`',
          },
        },
      },
    },
  },
};

/** Summaries of a resource's routes in the OpenAPI document. */
export const summaries = ({ label }: Resource) => ({
  list: `Lista de ${countOf(label, 2).replace(/^2 /, '')}`,
  options: `Opciones para elegir entre ${countOf(label, 2).replace(/^2 /, '')}`,
  get: label.one,
  create: newOne(label),
  update: `Cambia ${label.one.toLocaleLowerCase('es')}`,
  archive: `Archiva ${label.one.toLocaleLowerCase('es')}`,
  restore: `Restaura ${label.one.toLocaleLowerCase('es')}`,
  history: `Historial de ${label.one.toLocaleLowerCase('es')}`,
});
