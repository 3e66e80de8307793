import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { availsSheets, longestSheet } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { PublicLinkDialog, ShownOnce } from '@pauta/ui/public-link/public-link-dialog.tsx';
import { type ReactElement, useRef, useState } from 'react';
import type { SharedAvails } from './share-avails-button.tsx';

const { share } = availsSheets.commands;
const shown = Object.fromEntries(
  Object.entries(share?.fields ?? {}).filter(([, { options }]) => !options.isInternal),
);

/** Days of the shown period that a sheet may have: from today on, and not too many. */
const periodOf = ({ from, to }: SharedAvails): DateRange => {
  const first = from < companyToday() ? companyToday() : from;
  const latest = addDays(first, longestSheet - 1);
  return { from: first, to: to < first ? first : to > latest ? latest : to };
};

/** Asks for what a sheet of avails shows and until when, then shows its link, which is not shown again. */
export function ShareAvails({ onClose, ...avails }: SharedAvails & { onClose: () => void }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const seesPrices = useMay(priceLists).view;
  const [path, setPath] = useState<string>();
  const key = useRef(createIdempotencyKey());
  const period = periodOf(avails);
  const fields = Object.fromEntries(
    Object.entries(shown).filter(([name]) => name !== 'with_prices' || seesPrices.allowed),
  );
  const submit = async (values: Values): Promise<void> => {
    try {
      const { data } = await api.post<{ data: { path: string } }>(
        '/avails-sheets/share',
        { ...toBody(fields, values), query: avails.query, space_ids: avails.spaceIds ?? [] },
        { idempotencyKey: key.current },
      );
      // If reloading fails, the query reports it.
      invalidate('/avails-sheets').catch(() => {});
      setPath(data.path);
    } catch (error) {
      key.current = createIdempotencyKey();
      throw error;
    }
  };
  if (path !== undefined) {
    return (
      <PublicLinkDialog onClose={onClose} path={path} title="Enlace a la disponibilidad">
        <ShownOnce>Si lo pierde, comparta la disponibilidad otra vez y tendrá uno nuevo.</ShownOnce>
      </PublicLinkDialog>
    );
  }
  return (
    <Dialog onClose={onClose} open title={share?.label ?? ''} width={42}>
      <FieldsForm
        above={<p>{share?.explanation}</p>}
        autoFocus
        bar="dialog"
        fields={fields}
        initial={{ period, expires_on: period.to, grain: 'week' }}
        onCancel={onClose}
        onSubmit={submit}
        submitLabel="Crear enlace"
      />
    </Dialog>
  );
}
