import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate, useUser } from '@pauta/core/react';
import { activities, attentionFields } from '@pauta/domain/crm/activity.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { withOptions } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { completionInputs } from './completion-inputs.tsx';

/** Whom an attention is about, when the page says it. */
export type About = Readonly<
  Partial<Record<'client_id' | 'agency_id' | 'contact_id' | 'referral_id', Reference>>
>;

const { kind, subject, client_id, agency_id, referral_id, duration_min, starts_at, location } =
  activities.fields;
const whom = { client_id, agency_id, referral_id };

const sections = [
  {
    label: 'Qué pasó',
    fields: [
      'kind',
      'starts_at',
      'duration_min',
      'client_id',
      'agency_id',
      'referral_id',
      'subject',
      'location',
      'contact_result_id',
      'result_notes',
    ],
  },
  { label: 'Próxima acción', fields: ['next_kind', 'next_at', 'next_subject'] },
];

/** Writes down an attention that already happened: what it was, how it ended and what comes next, in one operation. */
export function AttentionDialog({
  about,
  initial,
  onClose,
}: {
  about: About;
  /** What is known of it already. */
  initial?: Values;
  onClose: () => void;
}): ReactElement {
  const api = useApi();
  const user = useUser();
  const invalidate = useInvalidate();
  const key = useRef(createIdempotencyKey());
  const [now] = useState(() => new Date().toISOString());
  const known = Object.keys(about).length > 0;
  const ofActivity: Fields = {
    kind,
    starts_at: withOptions(starts_at, { ...starts_at.options, required: true, hint: 'Cuándo fue.' }),
    duration_min,
    ...(known ? {} : whom),
    subject,
    location,
  };
  const fields: Fields = { ...ofActivity, ...attentionFields };

  const save = async (values: Values): Promise<void> => {
    const about_ids = Object.fromEntries(Object.entries(about).map(([name, one]) => [name, one?.id]));
    try {
      await api.send('POST', '/activities/attended', {
        body: {
          activity: { ...toBody(ofActivity, values), ...about_ids, assigned_to_id: String(user?.id ?? '') },
          attention: toBody(attentionFields, values),
        },
        idempotencyKey: key.current,
      });
    } catch (error) {
      key.current = createIdempotencyKey();
      throw error;
    }
    notify('Atención registrada');
    // A failing refresh is the query's to report.
    await invalidate('/activities', '/clients', '/agencies', '/contacts', '/referrals', '/home').catch(
      () => {},
    );
    onClose();
  };
  const name = Object.values(about)[0]?.label;
  return (
    <Dialog full onClose={onClose} open title={`Registrar atención${name ? `: ${name}` : ''}`} width={48}>
      <FieldsForm
        bar="dialog"
        fields={fields}
        initial={{ starts_at: now, ...initial }}
        inputs={completionInputs}
        label="Registrar atención"
        onCancel={onClose}
        onSubmit={save}
        sections={sections}
        submitLabel="Registrar"
      />
    </Dialog>
  );
}
