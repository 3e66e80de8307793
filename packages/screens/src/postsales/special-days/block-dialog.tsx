import { createIdempotencyKey } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import { specialDays } from '@pauta/domain/postsales/special-days/special-day.ts';
import type { DisplacedSpot } from '@pauta/domain/postsales/spot-files/spot-file.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { counted, DisplacedList } from './effect-lists.tsx';

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: var(--pauta-space-2);
`;

const { block } = specialDays.commands;

interface Effect {
  readonly breaks: number;
  readonly displaced: readonly DisplacedSpot[];
}

/** Asks which hours of a day a station closes, shows the spots that have to leave, and closes them. */
export function BlockDialog({
  initial,
  onDone,
  onClose,
}: {
  readonly initial: Values;
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactElement {
  const api = useApi();
  const key = useRef(createIdempotencyKey());
  const [values, setValues] = useState<Values>(initial);
  const [effect, setEffect] = useState<Effect | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fields = block?.fields ?? {};
  const show = async (given: Values): Promise<void> => {
    const { data } = await api.post<{ data: Effect }>(
      `/${specialDays.path}/block/preview`,
      toBody(fields, given),
    );
    setValues(given);
    setEffect(data);
  };
  const apply = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.post(`/${specialDays.path}/block`, toBody(fields, values), { idempotencyKey: key.current });
      notify(block?.done ?? '', { tone: 'success' });
      onDone();
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
      key.current = createIdempotencyKey();
      setEffect(null);
    }
    setBusy(false);
  };
  return (
    <Dialog onClose={onClose} open title={block?.label ?? ''} width={40}>
      {effect === null ? (
        <FieldsForm
          above={<p>{block?.explanation}</p>}
          autoFocus
          bar="dialog"
          fields={fields}
          initial={values}
          onCancel={onClose}
          onSubmit={show}
          submitLabel="Revisar"
        />
      ) : (
        <>
          <p>{`${counted(effect.breaks, 'corte se cierra', 'cortes se cierran')}.`}</p>
          <DisplacedList displaced={effect.displaced} />
          <Buttons>
            <Button onClick={() => setEffect(null)}>Cambiar</Button>
            <Button loading={isBusy} onClick={() => void apply()} tone="primary">
              {block?.label}
            </Button>
          </Buttons>
        </>
      )}
    </Dialog>
  );
}
