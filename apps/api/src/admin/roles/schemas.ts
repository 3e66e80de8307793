const text = { type: 'string' } as const;
const uuid = { type: 'string', format: 'uuid' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const names = { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 100 } } as const;

const object = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const listOf = (items: object) => ({ type: 'array', items });
const answer = (data: object) => object({ data });

const permission = object({
  name: text,
  module: text,
  label: text,
  description: textOrNull,
  roles: { type: 'integer' },
});
const column = object({
  id: uuid,
  name: text,
  display_name: text,
  description: textOrNull,
  is_system: { type: 'boolean' },
  row_version: { type: 'integer' },
  users: { type: 'integer' },
  permissions: listOf(text),
});
const from = listOf(
  object({ kind: { type: 'string', enum: ['role', 'delegation'] }, id: uuid, label: text }),
);

export const idParams = { type: 'object', properties: { id: uuid } };
export const nameParams = { type: 'object', properties: { name: { type: 'string', maxLength: 100 } } };

export const permissionsAnswer = answer(listOf(permission));
export const columnAnswer = answer(column);
export const matrixAnswer = answer(object({ permissions: listOf(permission), roles: listOf(column) }));
export const holdersAnswer = answer(
  object({ permission, holders: listOf(object({ id: uuid, full_name: text, email: text, from })) }),
);
export const effectiveAnswer = answer(
  object({
    user: object({ id: uuid, full_name: text, status: text }),
    permissions: listOf(object({ name: text, module: text, label: text, description: textOrNull, from })),
  }),
);

export const changeBody = { ...object({ permissions: names }), additionalProperties: false };
export const copyBody = {
  ...object(
    { display_name: { type: 'string', maxLength: 1000 }, description: { ...textOrNull, maxLength: 5000 } },
    ['description'],
  ),
  additionalProperties: false,
};
export const matrixBody = {
  ...object({
    changes: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        ...object({ role_id: uuid, version: { type: 'integer', minimum: 1 }, grant: names, revoke: names }),
        additionalProperties: false,
      },
    },
  }),
  additionalProperties: false,
};
