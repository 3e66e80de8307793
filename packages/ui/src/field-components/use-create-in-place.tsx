import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference, ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import { type ReactNode, Suspense, useContext, useState } from 'react';
import { type May, useMay } from '../data/may.ts';
import { CreateInPlaceContext } from './create-in-place-context.ts';

/** Maximum number of fields in the dialog; a record with more required fields is created on its own page. */
const mostFields = 6;

/** The fields of the dialog: the title and every required field without an initial value. */
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
 * Lets a reference input create a record that it does not find, if the user has the permission: a dialog asks for the
 * required fields, and the new record is selected.
 *
 * @param values Values of the surrounding form, which restrict the options and so the new record.
 * @returns `offer` opens the dialog with the typed text; undefined if no record can be created here.
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
