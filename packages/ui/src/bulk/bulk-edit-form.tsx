import { type Fields, withOptions } from '@pauta/domain/kinds/kind.ts';
import { bulkFields } from '@pauta/domain/resource/bulk.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { X } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { DialogActions } from '../controls/confirm-dialog.tsx';
import { focusField } from '../controls/focus.ts';
import { Select } from '../controls/select.tsx';
import { useMay } from '../data/may.ts';
import { useLabels } from '../data/use-label.ts';
import { inputValues } from '../field-components/input-values.ts';
import { FieldsForm, type FormHandle } from '../form/fields-form.tsx';

const Chosen = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${t('space-1')};
`;

/** Props of the form of a bulk edit. */
export interface BulkEditFormProps {
  readonly resource: Resource;
  readonly count: number;
  /** Initial values by field: those entered before, when the user returns from the preview. */
  readonly initial: Values;
  /**
   * Called with the values of the selected fields, as in a request body and as input. An empty value clears the field
   * of the records.
   */
  readonly onSubmit: (wire: Readonly<Record<string, unknown>>, values: Values) => Promise<void>;
  readonly onCancel: () => void;
}

/** Selects the fields to change and asks for their new values, each with the input of its kind. */
export function BulkEditForm({
  resource,
  count,
  initial,
  onSubmit,
  onCancel,
}: BulkEditFormProps): ReactElement {
  const may = useMay(resource);
  const labels = useLabels();
  const handle = useRef<FormHandle>(null);
  const [names, setNames] = useState<readonly string[]>(() => Object.keys(initial));

  const offered = bulkFields(resource).filter((name) => {
    const field = resource.fields[name];
    return field && may.write(field) && labels.visible(field) && !names.includes(name);
  });
  const labelOf = (name: string): string => {
    const field = resource.fields[name];
    return field ? labels.label(field) : name;
  };
  // Conditions on other fields depend on each record, so only the server can check them.
  const fields: Fields = Object.fromEntries(
    names.flatMap((name) => {
      const field = resource.fields[name];
      if (!field) return [];
      const { when, ...options } = field.options;
      return [[name, withOptions(field, options)]];
    }),
  );

  const add = (name: string): void => {
    const field = resource.fields[name];
    if (name === '' || !field) return;
    handle.current?.form.setValue(name, inputValues({ [name]: field }, {})[name]);
    setNames([...names, name]);
    // Waits until the input is mounted.
    setTimeout(() => focusField(name), 50);
  };
  const chooser = (
    <Select
      hint="Solo cambian los datos que agregue aquí; los demás quedan como están en cada registro."
      label={names.length === 0 ? 'Dato que cambia' : 'Agregar otro dato'}
      onChange={add}
      options={offered.map((name) => ({ value: name, label: labelOf(name) }))}
      placeholder="Elija un dato"
      value=""
    />
  );

  if (names.length === 0) {
    return (
      <>
        {chooser}
        <DialogActions>
          <Button onClick={onCancel}>Cancelar</Button>
        </DialogActions>
      </>
    );
  }
  return (
    <FieldsForm
      bar="dialog"
      below={
        <>
          <Chosen>
            {names.map((name) => (
              <Button
                icon={<X aria-hidden size={14} />}
                key={name}
                onClick={() => setNames(names.filter((one) => one !== name))}
                size="small"
                tone="quiet"
              >
                Quitar «{labelOf(name)}»
              </Button>
            ))}
          </Chosen>
          {offered.length > 0 && chooser}
        </>
      }
      fields={fields}
      handle={handle}
      initial={initial}
      label={`Editar ${countOf(resource.label, count)}`}
      onCancel={onCancel}
      onSubmit={(values) =>
        onSubmit(
          Object.fromEntries(
            names.flatMap((name) => (fields[name] ? [[name, toWire(fields[name], values[name])]] : [])),
          ),
          values,
        )
      }
      submitLabel="Continuar"
    />
  );
}
