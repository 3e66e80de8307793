import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference, ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import { type ReactNode, Suspense, useContext, useState } from 'react';
import { type May, useMay } from '../data/may.ts';
import { CreateInPlaceContext } from './create-in-place-context.ts';

/** What needs more than this is made on its own page. */
const mostFields = 6;

/** What must be asked to make a record: its title and every required field that has no value to begin with. */
function requiredFields({ fields, title }: Resource, may: May): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, field]) =>
        may.write(field) &&
        (name === title ||
          (field.options.required &&
            field.options.initial === undefined &&
            field.options.when === undefined)),
    ),
  );
}

const isSmall = (fields: Fields, title: string): boolean =>
  title in fields &&
  Object.keys(fields).length <= mostFields &&
  Object.values(fields).every(({ kind }) => kind.name !== 'file' && kind.name !== 'json');

/**
 * Lets a reference input make what it does not find, where the user may: a small window asks what is needed, and the
 * new record is chosen.
 *
 * @param values Values of the form around, which narrow the options and so the new record.
 * @returns `offer` opens the window with the text that was typed; undefined where nothing can be made here.
 */
export function useCreateInPlace(
  field: Field,
  values: Values,
  onMade: (made: Reference) => void,
): { offer: ((text: string) => void) | undefined; dialog: ReactNode } {
  const { to, filter = {} } = field.options as ReferenceOptions;
  const CreateInPlace = useContext(CreateInPlaceContext);
  const resource = to();
  const may = useMay(resource);
  const [text, setText] = useState<string | null>(null);
  const fields = requiredFields(resource, may);
  const initial: Record<string, unknown> = {};
  for (const [theirs, ours] of Object.entries(filter)) initial[theirs] = values[ours];
  return {
    offer: CreateInPlace && may.create.allowed && isSmall(fields, resource.title) ? setText : undefined,
    dialog: CreateInPlace && text !== null && (
      <Suspense>
        <CreateInPlace
          fields={fields}
          initial={{ ...initial, [resource.title]: text }}
          onClose={() => setText(null)}
          onMade={(made) => {
            setText(null);
            onMade(made);
          }}
          resource={resource}
        />
      </Suspense>
    ),
  };
}
