import { ApiError, createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate, useUser } from '@pauta/core/react';
import type { Alternative } from '@pauta/domain/inventory/capacity/alternative.ts';
import { usualDuration } from '@pauta/domain/inventory/capacity/cells.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useBeginning } from '@pauta/ui/form/create/use-beginning.ts';
import { draftKey } from '@pauta/ui/form/draft/draft.ts';
import { FieldsForm, type FormHandle } from '@pauta/ui/form/fields-form.tsx';
import { type KeyboardEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import { AlternativeList } from './alternative-list.tsx';
import { isTimed, type Taken } from './taken.ts';

/** The fields of a hold that are the same for all of its spaces. */
const shared = [
  'client_id',
  'agency_id',
  'owner_id',
  'flight',
  'days',
  'units_per_day',
  'duration_sec',
  'waits',
  'notes',
];

interface MadeHold {
  readonly id: string;
  readonly number: string;
  readonly status: string;
}

interface Found {
  readonly alternatives: readonly Alternative[];
  readonly in_the_way: string | null;
}

/** What was made, in a sentence. */
const madeInWords = (made: readonly MadeHold[]): string => {
  const [one] = made;
  if (made.length > 1) return `${formatCount(made.length)} reservas creadas`;
  const states: Readonly<Record<string, string>> = {
    queued: 'quedó en cola',
    requested: 'espera su aprobación',
  };
  return `Reserva ${one?.number ?? ''} ${states[one?.status ?? ''] ?? 'creada'}`;
};

/**
 * Holds some spaces for one client, all of them or none. What does not fit is answered with who has it, and with what
 * fits instead.
 */
export function HoldForm({
  taken,
  onTaken,
  onHeld,
  onClose,
}: {
  readonly taken: Taken;
  /** The spaces or days are now others. */
  readonly onTaken: (taken: Taken) => void;
  readonly onHeld: (changed: readonly string[]) => void;
  readonly onClose: () => void;
}): ReactElement {
  const { spaces, from, to } = taken;
  const api = useApi();
  const invalidate = useInvalidate();
  const user = useUser();
  const handle = useRef<FormHandle>(null);
  const key = useRef(createIdempotencyKey());
  const [found, setFound] = useState<Found | null>(null);
  // Of what was chosen at first, so that an alternative keeps the draft.
  const [draft] = useState(() =>
    draftKey(String(user?.id), 'availability.hold', `${spaces[0]?.id} ${spaces.length} ${from} ${to}`),
  );
  const timed = isTimed(taken);
  const fields = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(holds.fields).filter(
          ([name]) => shared.includes(name) && (timed || name !== 'duration_sec'),
        ),
      ),
    [timed],
  );
  const beginning = useBeginning(holds, fields);
  if (!beginning) return <Skeleton lines={8} />;

  const hold = async (values: Values): Promise<void> => {
    const body = { ...toBody(fields, values), inventory_item_ids: spaces.map(({ id }) => id) };
    setFound(null);
    try {
      const { data } = await api.post<{ data: readonly MadeHold[] }>('/availability/holds', body, {
        idempotencyKey: key.current,
      });
      notify(madeInWords(data));
      void invalidate('/holds').catch(() => {});
      onHeld(data.map(({ id }) => `holds:${id}`));
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        key.current = createIdempotencyKey();
      if (error instanceof ApiError && error.code === 'no_capacity') {
        const { client_id, agency_id, owner_id, waits, notes, ...wanted } = body as Values;
        // Without alternatives the refusal itself is shown.
        const answer = await api
          .post<{ data: Found }>('/availability/alternatives', wanted)
          .catch(() => null);
        setFound(answer?.data ?? null);
      }
      throw error;
    }
  };
  const take = ({ item, flight, days }: Alternative): void => {
    const form = handle.current?.form;
    form?.setValue('flight', flight, { shouldDirty: true });
    form?.setValue('days', days, { shouldDirty: true });
    const [space] = spaces;
    onTaken({
      ...flight,
      spaces: item && space ? [{ ...space, id: item.id, name: item.label, code: item.code ?? '' }] : spaces,
    });
    setFound(null);
    notify('El formulario tiene ahora la alternativa: reserve otra vez');
  };
  const press = (event: KeyboardEvent): void => {
    const digit = /^Digit([1-3])$/.exec(event.code)?.[1];
    const alternative = event.altKey && digit ? found?.alternatives[Number(digit) - 1] : undefined;
    if (!alternative) return;
    event.preventDefault();
    take(alternative);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons in it.
    <div onKeyDown={press}>
      <FieldsForm
        autoFocus
        bar="dialog"
        below={
          found && (
            <AlternativeList alternatives={found.alternatives} inTheWay={found.in_the_way} onTake={take} />
          )
        }
        draft={draft}
        fields={fields}
        handle={handle}
        initial={{
          ...beginning.values,
          flight: { from, to },
          ...(timed && { duration_sec: usualDuration }),
        }}
        label={spaces.length === 1 ? 'Nueva reserva' : 'Nuevas reservas'}
        onCancel={onClose}
        onSubmit={hold}
        rules={holds.rules}
        submitLabel={spaces.length === 1 ? 'Reservar' : `Reservar los ${formatCount(spaces.length)}`}
        submitTone="primary"
      />
    </div>
  );
}
