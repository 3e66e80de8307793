import { longestParams } from '@pauta/domain/views/saved-view.ts';

const text = { type: 'string' } as const;
const yesNo = { type: 'boolean' } as const;
const visibility = { type: 'string', enum: ['private', 'shared'] } as const;
const name = { type: 'string', maxLength: 1000 } as const;
const params = {
  type: 'string',
  maxLength: longestParams,
  description: 'Parámetros de la lista, por ejemplo `f.status=active&cols=trade_name,status&group=status`',
} as const;

export const viewSchema = {
  type: 'object',
  required: ['id', 'resource', 'name', 'params', 'visibility', 'owner', 'row_version'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    resource: text,
    name: text,
    params,
    visibility,
    owner: { type: 'object', properties: { id: text, label: text } },
    is_mine: yesNo,
    may_edit: yesNo,
    is_shared_default: yesNo,
    is_default: yesNo,
    is_pinned: yesNo,
    position: { type: 'integer' },
    row_version: { type: 'integer' },
  },
} as const;

export const oneView = { type: 'object', required: ['data'], properties: { data: viewSchema } } as const;

export const manyViews = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: viewSchema } },
} as const;

export const newView = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'name', 'params'],
  properties: { resource: { type: 'string', maxLength: 60 }, name, params, visibility },
} as const;

export const changedView = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: { name, params, visibility, is_shared_default: yesNo },
} as const;

export const preference = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    is_default: yesNo,
    is_pinned: yesNo,
    position: { type: 'integer', minimum: 0, maximum: 100_000 },
  },
} as const;
