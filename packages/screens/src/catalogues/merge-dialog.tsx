import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { ComboBox, type Option, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useOptions } from '@pauta/ui/data/use-options.ts';
import { type FormEvent, type ReactElement, useCallback, useState } from 'react';
import { styled } from 'styled-components';
import { useCatalogueCommands } from './catalogue-api.ts';
import { UsagesTable } from './usages-dialog.tsx';

const Body = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-4);
  & h3 { margin: 0 0 var(--pauta-space-1); font-size: var(--pauta-text-md); }
`;

/** The fields that two values must share to be merged, such as the client or the platform. */
const groupOf = (catalogue: Catalogue, record: AnyRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    catalogue.within
      .filter((name) => name !== 'parent_id')
      .flatMap((name) => {
        const reference = record[name] as Reference | null | undefined;
        return reference ? [[name, reference.id]] : [];
      }),
  );

export interface MergeDialogProps {
  readonly catalogue: Catalogue;
  /** The value that is replaced and removed. */
  readonly record: AnyRecord;
  readonly onClose: () => void;
  /** Called with the id of the value that is kept. */
  readonly onMerged?: (into: string) => void;
}

/** Chooses the value that replaces another one wherever it is used, shows what will change, and merges the two. */
export function MergeDialog({ catalogue, record, onClose, onMerged }: MergeDialogProps): ReactElement {
  const commands = useCatalogueCommands(catalogue);
  const [into, setInto] = useState<Option | null>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [merging, setMerging] = useState(false);
  const name = `«${String(record.name)}»`;
  const group = JSON.stringify(groupOf(catalogue, record));
  const useTargets = useCallback(
    (text: string, open: boolean): OptionsState => {
      const { options, ...rest } = useOptions(catalogue, text, { asking: open, filter: JSON.parse(group) });
      return { ...rest, options: options.filter((option) => option.id !== record.id) };
    },
    [catalogue, group, record.id],
  );

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (merging) return;
    if (!into) return setError('Elija el valor que queda.');
    setMerging(true);
    setFailure(undefined);
    try {
      await commands.merge(record, into.id);
      notify(`${name} se fusionó con «${into.label}»`);
      onClose();
      onMerged?.(into.id);
    } catch (cause) {
      setFailure(describeFailure(cause).message);
    } finally {
      setMerging(false);
    }
  };

  return (
    <Dialog onClose={onClose} open title={`Fusionar ${name}`}>
      <Body noValidate onSubmit={(event) => void submit(event)}>
        {failure && <Banner tone="danger">{failure}</Banner>}
        <ComboBox
          error={error}
          hint={`Toma el lugar de ${thisOne(catalogue.label)} donde se usa.`}
          label="Queda el valor"
          onChange={(chosen) => {
            setInto(chosen);
            setError(undefined);
          }}
          required
          useOptions={useTargets}
          value={into}
        />
        <div>
          <h3>Lo que cambia</h3>
          <UsagesTable catalogue={catalogue} id={record.id} />
        </div>
        <Banner tone="warning">
          {into
            ? `Todo lo que usa ${name} pasará a usar «${into.label}», y ${name} dejará de existir con su código y sus datos. No se puede deshacer.`
            : `${name} dejará de existir; lo que lo usa pasará al valor que elija.`}
        </Banner>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button loading={merging} tone="danger" type="submit">
            Fusionar
          </Button>
        </DialogActions>
      </Body>
    </Dialog>
  );
}
