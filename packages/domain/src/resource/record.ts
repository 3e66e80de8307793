import { type Field, type Fields, isEmpty, parseField } from '../kinds/kind.ts';
import type { Errors, Resource, Rule, Values } from './resource.ts';

/** The valid values, and the errors by field if there are any. */
export type ParsedRecord =
  | { readonly ok: true; readonly values: Values }
  | { readonly ok: false; readonly values: Values; readonly errors: Errors };

/**
 * Whether the field applies, given the other values. A field whose condition does not hold is stored empty, or with its
 * initial value.
 */
export function isActive(field: Field, values: Values): boolean {
  const { when } = field.options;
  if (!when) return true;
  const value = values[when.field];
  if (when.is === 'given') return !isEmpty(value);
  return when.is.includes(isReference(value) ? value.id : value);
}

/** Whether a value refers to another record: a condition on it names ids. */
const isReference = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Thrown when a rule reads a value that is itself invalid. */
class Unjudged extends Error {}

/** The errors a rule reports for a record with some invalid values; none when it reads one of those. */
function judge(rule: Rule, values: Values, current: Values | undefined, faulty: ReadonlySet<string>) {
  if (faulty.size === 0) return rule(values, current);
  const sound = new Proxy(values, {
    get: (target, name) => {
      if (faulty.has(String(name))) throw new Unjudged();
      return Reflect.get(target, name) as unknown;
    },
    ownKeys: () => {
      throw new Unjudged();
    },
  });
  try {
    return rule(sound, current);
  } catch (error) {
    if (error instanceof Unjudged) return null;
    throw error;
  }
}

const given = (input: unknown): input is Values =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/**
 * Validates a body against fields: unknown and read-only names are refused, each value is parsed by its kind, and
 * conditions and rules get the record as it will be. All errors are reported at once: a rule is skipped only if it
 * reads an invalid value.
 *
 * @param current the record before the change; without it the record is new, and every field is checked
 * @param defaults values of a new record for absent fields, instead of the fields' `initial`
 * @param refused fields whose value was already refused, with the error already reported
 * @example parseValues(clients.fields, { legal_name: 'ACME' }, { rules: clients.rules })
 */
export function parseValues(
  fields: Fields,
  input: unknown,
  {
    current,
    rules = [],
    defaults = {},
    refused = new Set(),
  }: {
    current?: Values;
    rules?: Resource['rules'];
    defaults?: Values;
    refused?: ReadonlySet<string>;
  } = {},
): ParsedRecord {
  if (!given(input))
    return { ok: false, values: {}, errors: { '': ['Envíe los datos como un objeto JSON.'] } };
  // Without a prototype, so that `__proto__` in a body is an ordinary name.
  const errors: Errors = Object.create(null);
  const values: Record<string, unknown> = {};

  for (const name of Object.keys(input)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) errors[name] = ['Este dato no existe.'];
    else if (field.options.readOnly) errors[name] = ['Este dato no se puede modificar aquí.'];
  }

  const merged: Record<string, unknown> = { ...(current ?? defaults), ...input };
  for (const [name, field] of Object.entries(fields)) {
    if (field.options.readOnly || errors[name] || refused.has(name)) continue;
    if (current && !(name in input) && !dependsOn(field, input)) continue;
    const value = name in merged ? merged[name] : field.options.initial;
    if (!isActive(field, merged)) {
      values[name] = field.options.initial === undefined ? null : field.options.initial;
      continue;
    }
    const checked = parseField(field, value);
    if (checked.ok) values[name] = checked.value;
    else errors[name] = [checked.message];
    if (checked.ok) merged[name] = checked.value;
  }

  const faulty = new Set([...refused, ...Object.keys(errors)]);
  for (const rule of rules) {
    for (const [name, messages] of Object.entries(
      judge(rule, { ...current, ...values }, current, faulty) ?? {},
    )) {
      errors[name] = [...(errors[name] ?? []), ...messages];
    }
  }
  return Object.keys(errors).length === 0 ? { ok: true, values } : { ok: false, values, errors };
}

const dependsOn = (field: Field, input: Values): boolean =>
  field.options.when !== undefined && field.options.when.field in input;

/** Values of a new record: each field's `initial`. */
export const initialValues = (fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { options }]) => options.initial !== undefined && !options.readOnly)
      .map(([name, field]) => [name, field.options.initial]),
  );

/** The body of a request: the writable values that differ from `base`, as the wire carries them. */
export function toBody(fields: Fields, values: Values, base: Values = {}): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.options.readOnly || !(name in values)) continue;
    const wire = toWire(field, values[name]);
    if (JSON.stringify(wire) !== JSON.stringify(toWire(field, base[name]))) body[name] = wire;
  }
  return body;
}

/** One value as a body carries it; empty is `null`. */
export const toWire = (field: Field, value: unknown): unknown =>
  isEmpty(value) ? null : field.kind.wire(value);
