import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useRef } from 'react';

const { generate } = evidenceReports.commands;

/** The month that ended last. */
const lastMonth = (): { from: string; to: string } => {
  const to = addDays(`${companyToday().slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
};

/** Asks for a period, and opens a report for each contract with something aired in it. */
export function GenerateReports({ onClose }: { readonly onClose: () => void }): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const key = useRef(createIdempotencyKey());
  const fields = generate?.fields ?? {};
  const submit = async (values: Values): Promise<void> => {
    try {
      const { data } = await api.post<{ data: { reports: number } }>(
        `/${evidenceReports.path}/generate`,
        toBody(fields, values),
        { idempotencyKey: key.current },
      );
      // If reloading fails, the query reports it.
      invalidate(`/${evidenceReports.path}`).catch(() => {});
      notify(`Se abrieron ${countOf(evidenceReports.label, data.reports)}, en borrador.`);
      onClose();
    } catch (error) {
      key.current = createIdempotencyKey();
      throw error;
    }
  };
  return (
    <Dialog onClose={onClose} open title={generate?.label ?? ''} width={36}>
      <FieldsForm
        above={<p>{generate?.explanation}</p>}
        autoFocus
        bar="dialog"
        fields={fields}
        initial={{ period: lastMonth() }}
        onCancel={onClose}
        onSubmit={submit}
        submitLabel="Generar"
      />
    </Dialog>
  );
}
