import { useApi } from '@pauta/core/react';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button } from '../../controls/button.tsx';
import { describeFailure } from '../../data/failure.ts';
import { inputs } from '../../field-components/inputs.tsx';
import { useCreateInPlace } from '../../field-components/use-create-in-place.tsx';
import type { ImportJob } from '../import-job.ts';
import type { Import } from '../use-import.ts';

export interface ReplaceValueProps {
  readonly flow: Import;
  readonly job: ImportJob;
  readonly field: Field;
  /** Name of the field in the resource. */
  readonly name: string;
  readonly label: string;
  /** The unknown value in the file; empty: the cell is empty. */
  readonly value: string;
  /** Number of rows with the value. */
  readonly count: number;
}

/** Replaces an unknown value of the file in all its rows by an existing record or choice, or by a new record. */
export function ReplaceValue(props: ReplaceValueProps): ReactElement {
  const isReference = props.field.kind.name.startsWith('reference');
  return isReference ? <WithRecord {...props} /> : <Chooser {...props} />;
}

function WithRecord(props: ReplaceValueProps): ReactElement {
  const [made, setMade] = useState<Reference | null>(null);
  const { offer, dialog } = useCreateInPlace(props.field, {}, setMade);
  const { value } = props;
  return (
    <>
      <Chooser {...props} made={made}>
        {offer && value !== '' && (
          <Button onClick={() => offer(value)} size="small">
            Crear «{value}»
          </Button>
        )}
      </Chooser>
      {dialog}
    </>
  );
}

function Chooser({
  flow,
  job,
  field,
  name,
  label,
  value,
  count,
  made = null,
  children,
}: ReplaceValueProps & { made?: Reference | null; children?: ReactNode }): ReactElement {
  const api = useApi();
  const [chosen, setChosen] = useState<unknown>(null);
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const now = chosen ?? made;
  // One value replaces one value, also in a field with several values.
  const kind = field.kind.name.startsWith('reference') ? 'reference' : 'choice';
  const Input = inputs[kind];
  const rows = `${formatCount(count)} ${count === 1 ? 'fila' : 'filas'}`;

  const apply = async (): Promise<void> => {
    setSaving(true);
    setFailure(undefined);
    try {
      const id = kind === 'reference' ? (now as Reference).id : String(now);
      const body = { field: name, value, with: id };
      flow.take((await api.put<{ data: ImportJob }>(`/imports/${job.id}/replacements`, body)).data);
    } catch (error) {
      setFailure(describeFailure(error).message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div data-replace>
      <Input
        error={failure}
        field={field}
        label={value === '' ? `${label} de las filas que no lo traen` : `${label} en lugar de «${value}»`}
        name={`${name}:${value}`}
        onBlur={() => {}}
        onChange={setChosen}
        value={now}
        values={{}}
      />
      <Button
        disabledReason={now ? undefined : 'Elija primero el valor.'}
        loading={saving}
        onClick={() => void apply()}
        size="small"
      >
        Usar en {rows}
      </Button>
      {children}
    </div>
  );
}
