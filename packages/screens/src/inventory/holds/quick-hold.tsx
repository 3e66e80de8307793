import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { weekdayNames } from '@pauta/domain/catalogues/choices.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { readTypedHold, type TypedHold } from '@pauta/domain/inventory/holds/typed-hold.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import type { Option, OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { TextField } from '@pauta/ui/controls/text-field.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useOptions } from '@pauta/ui/data/use-options.ts';
import { ResourceForm } from '@pauta/ui/form/resource-form.tsx';
import { type FormEvent, type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Typed = styled.form`
  display: grid;
  gap: var(--pauta-space-4);
  & footer { display: flex; justify-content: flex-end; gap: var(--pauta-space-3); }
`;

const example = '30s noticiero estelar 3–7 nov para Banco X';

/** The record that words name, in words; the first one is taken. */
const named = (words: string, { options, loading }: OptionsState): string => {
  if (words === '') return 'Elíjalo después';
  const [first, ...others] = options;
  if (!first) return loading ? 'Buscando…' : `Nada se llama «${words}»: elíjalo después`;
  return others.length === 0 ? first.label : `${first.label} (de ${formatCount(options.length)} parecidos)`;
};

const inWords = ({ flight, days, unitsPerDay, durationSec }: TypedHold) => [
  {
    key: 'flight',
    label: 'Periodo',
    value: flight
      ? flight.from === flight.to
        ? formatCivilDate(flight.from)
        : `${formatCivilDate(flight.from)} – ${formatCivilDate(flight.to)}`
      : 'Elíjalo después',
  },
  ...(days
    ? [
        {
          key: 'days',
          label: 'Días',
          value: days.map((day) => weekdayNames[Number(day) as keyof typeof weekdayNames]).join(', '),
        },
      ]
    : []),
  ...(unitsPerDay === undefined
    ? []
    : [{ key: 'units', label: 'Cantidad por día', value: formatCount(unitsPerDay) }]),
  ...(durationSec === undefined
    ? []
    : [{ key: 'duration', label: 'Duración', value: `${formatCount(durationSec)} s` }]),
];

const referenceTo = (option: Option | undefined): object | null =>
  option ? { id: option.id, label: option.label, code: option.code ?? null } : null;

/** A hold that is typed in one line and checked in the form before it is made. */
export function QuickHold({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [text, setText] = useState('');
  const [initial, setInitial] = useState<Values | null>(null);
  const typed = readTypedHold(text, companyToday());
  const spaces = useOptions(inventoryItems, typed.space, { asking: typed.space !== '' });
  const accounts = useOptions(clients, typed.client ?? '', { asking: typed.client !== undefined });
  const { flight, days, unitsPerDay, durationSec } = typed;
  const goOn = (event: FormEvent): void => {
    event.preventDefault();
    setInitial({
      inventory_item_id: typed.space === '' ? null : referenceTo(spaces.options[0]),
      client_id: typed.client === undefined ? null : referenceTo(accounts.options[0]),
      ...(flight && { flight }),
      ...(days && { days }),
      ...(unitsPerDay !== undefined && { units_per_day: unitsPerDay }),
      ...(durationSec !== undefined && { duration_sec: durationSec }),
    });
  };
  return (
    <Dialog full={initial !== null} onClose={onClose} open title="Reserva rápida" width={48}>
      {initial ? (
        <ResourceForm
          bar="dialog"
          initial={initial}
          onCancel={() => setInitial(null)}
          onSaved={({ number }) => {
            notify(`Reserva ${String(number)} creada`);
            onClose();
          }}
          resource={holds}
          submitLabel="Reservar"
        />
      ) : (
        <Typed onSubmit={goOn}>
          <TextField
            autoFocus
            hint={`Escriba qué, cuándo y para quién: «${example}».`}
            label="Qué quiere reservar"
            maxLength={300}
            onChange={setText}
            value={text}
          />
          {text.trim() !== '' && (
            <DescriptionList
              items={[
                { key: 'space', label: 'Espacio', value: named(typed.space, spaces) },
                {
                  key: 'client',
                  label: 'Cliente',
                  value: typed.client === undefined ? 'Elíjalo después' : named(typed.client, accounts),
                },
                ...inWords(typed),
              ]}
            />
          )}
          <footer>
            <Button onClick={onClose}>Cancelar</Button>
            <Button
              disabledReason={text.trim() === '' ? 'Escriba primero qué quiere reservar.' : undefined}
              tone="primary"
              type="submit"
            >
              Continuar
            </Button>
          </footer>
        </Typed>
      )}
    </Dialog>
  );
}
