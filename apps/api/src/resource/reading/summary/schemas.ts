import type { JsonSchema } from '@pauta/domain/kinds/kind.ts';
import { groupableFields, summableFields } from '@pauta/domain/resource/query/summary.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };

const totals: JsonSchema = {
  totals: {
    type: 'object',
    additionalProperties: text,
    description: 'Cada total como texto para una persona',
  },
  amounts: {
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: { type: 'object', required: ['value'], properties: { value: text, to: text, currency: text } },
    },
    description: 'Las mismas cifras, una por moneda',
  },
};

/** Parameters of a summary: those of the list, plus `group` and `totals`. */
export const summaryParameters = (resource: Resource, list: JsonSchema): JsonSchema => ({
  ...list,
  properties: {
    ...(list.properties as object),
    group: {
      type: 'string',
      enum: ['', ...groupableFields(resource)],
      description: 'Dato por el que se agrupa',
    },
    totals: {
      ...text,
      description: `Datos que se totalizan, con comas: ${summableFields(resource).join(', ')}`,
    },
  },
});

export const summaryAnswer: JsonSchema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['groups', 'totals', 'amounts', 'count'],
      properties: {
        groups: {
          type: 'array',
          items: {
            type: 'object',
            required: ['value', 'label', 'count', 'totals', 'amounts'],
            properties: {
              value: { type: ['string', 'null'], description: 'Valor guardado; un mes es `AAAA-MM`' },
              label: text,
              count,
              others: { type: 'boolean', description: 'Todo lo que no está en los grupos más grandes' },
              ...totals,
            },
          },
        },
        count,
        ...totals,
      },
    },
  },
};
