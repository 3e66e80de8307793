import { ApiError, createIdempotencyKey } from '@pauta/core';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { useRef } from 'react';
import type { Commands } from '../data/use-commands.ts';
import type { BeginningOfForm } from './create/use-beginning.ts';
import { Handled } from './fields-form.tsx';
import type { FormPart } from './form-part.ts';

interface Creation {
  readonly commands: Commands;
  readonly fields: Fields;
  readonly beginning: BeginningOfForm;
  /** Parent records of the new one: sent with it, not shown. */
  readonly fixed: Readonly<Record<string, Reference>>;
  /** The values to save, or false to leave the form as it is. */
  readonly beforeCreate: ((values: Values) => Promise<Values | false>) | undefined;
  /** What is saved with the fields. */
  readonly part: FormPart | undefined;
}

/** Makes a new record, once, however often it is tried. */
export function useCreate(creation: Creation): (values: Values) => Promise<AnyRecord> {
  const key = useRef(createIdempotencyKey());
  return async (values) => {
    const { commands, fields, beginning, fixed, beforeCreate, part } = creation;
    const asked = beforeCreate ? await beforeCreate(values) : values;
    if (!asked) throw new Handled();
    const ready = await beginning.renewed(asked);
    const parents = Object.fromEntries(Object.entries(fixed).map(([name, { id }]) => [name, id]));
    try {
      const made = await commands.create(
        { ...toBody(fields, ready), ...parents, ...part?.body() },
        key.current,
      );
      key.current = createIdempotencyKey();
      return made;
    } catch (error) {
      // An answer ends the attempt; without one the server may have carried it out.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        key.current = createIdempotencyKey();
      }
      throw error;
    }
  };
}
