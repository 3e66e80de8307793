import { ApiError, createIdempotencyKey } from '@pauta/core';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { useRef } from 'react';
import type { Commands } from '../data/use-commands.ts';
import type { BeginningOfForm } from './create/use-beginning.ts';
import { Handled } from './fields-form.tsx';
import type { FormPart } from './form-part.ts';

interface Creation {
  readonly resource: Resource;
  readonly commands: Commands;
  readonly fields: Fields;
  readonly beginning: BeginningOfForm;
  /** Parent records of the new record, by field; sent with it but not shown. */
  readonly fixed: Readonly<Record<string, Reference>>;
  /** Returns the values to save, which may have fields that the form does not show, or false to continue editing. */
  readonly beforeCreate: ((values: Values) => Promise<Values | false>) | undefined;
  /** Data that is saved together with the fields. */
  readonly part: FormPart | undefined;
}

/** Creates a record once, even if the request is retried. */
export function useCreate(creation: Creation): (values: Values) => Promise<AnyRecord> {
  const key = useRef(createIdempotencyKey());
  return async (values) => {
    const { resource, commands, beginning, fixed, beforeCreate, part } = creation;
    const asked = beforeCreate ? await beforeCreate(values) : values;
    if (!asked) throw new Handled();
    const ready = await beginning.renewed(asked);
    const added = Object.entries(resource.fields).filter(([name]) => name in asked && !(name in values));
    const fields = { ...creation.fields, ...Object.fromEntries(added) };
    const parents = Object.fromEntries(Object.entries(fixed).map(([name, { id }]) => [name, id]));
    try {
      const made = await commands.create(
        { ...toBody(fields, ready), ...parents, ...part?.body() },
        key.current,
      );
      key.current = createIdempotencyKey();
      return made;
    } catch (error) {
      // A 4xx response other than 429 means that nothing was created, so the next attempt gets a new key. Otherwise the
      // record may exist, so the key is kept.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        key.current = createIdempotencyKey();
      }
      throw error;
    }
  };
}
