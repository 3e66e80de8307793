import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate, useUser } from '@pauta/core/react';
import { activities, activityKinds, attentionFields } from '@pauta/domain/crm/follow-up/activity.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { withOptions } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Section, Values } from '@pauta/domain/resource/resource.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { draftKey } from '@pauta/ui/form/draft/draft.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useRef } from 'react';
import { attentionInputs } from './completion-inputs.tsx';

/** The account, contact, referral or opportunity of an activity, if the page determines it. */
export type About = Readonly<
  Partial<Record<'client_id' | 'agency_id' | 'contact_id' | 'referral_id' | 'opportunity_id', Reference>>
>;

const { kind, subject, client_id, agency_id, referral_id, duration_min, starts_at, location } =
  activities.fields;
const whom = { client_id, agency_id, referral_id };

const sections: readonly Section[] = [
  {
    label: 'Qué pasó',
    fields: ['kind', 'client_id', 'agency_id', 'referral_id', 'contact_result_id', 'result_notes'],
  },
  { label: 'Próxima acción', fields: ['next_at'] },
  {
    label: 'Más detalles',
    folded: true,
    fields: ['subject', 'starts_at', 'duration_min', 'location', 'next_kind', 'next_subject'],
  },
];

/** The default subject: `Llamada con ACME`. */
const subjectOf = (values: Values, about: About): string => {
  const known = Object.values({ ...pick(values), ...about });
  const [who] = known.flatMap((one) => (one ? [one.label] : []));
  return `${activityKinds[values.kind as keyof typeof activityKinds]}${who ? ` con ${who}` : ''}`.slice(
    0,
    160,
  );
};

const pick = ({ client_id, agency_id, referral_id }: Values): About =>
  ({ client_id, agency_id, referral_id }) as About;

/** Records an activity that already took place: kind, result and next activity, in one operation. */
export function AttentionDialog({
  about,
  initial,
  onClose,
}: {
  about: About;
  /** Initial values. */
  initial?: Values;
  onClose: () => void;
}): ReactElement {
  const api = useApi();
  const user = useUser();
  const invalidate = useInvalidate();
  const key = useRef(createIdempotencyKey());
  const known = Object.keys(about).length > 0;
  const ofActivity: Fields = {
    kind: withOptions(kind, { width: 'full' }),
    starts_at: withOptions(starts_at, { hint: 'Cuándo fue. Vacío: ahora.' }),
    duration_min,
    ...(known ? {} : whom),
    subject: withOptions(subject, { required: false, hint: 'Vacío: el tipo y con quién.' }),
    location,
  };
  const fields: Fields = { ...ofActivity, ...attentionFields };

  const save = async (values: Values): Promise<void> => {
    const about_ids = Object.fromEntries(Object.entries(about).map(([name, one]) => [name, one?.id]));
    try {
      await api.send('POST', '/activities/attended', {
        body: {
          activity: {
            ...toBody(ofActivity, {
              ...values,
              subject: values.subject ?? subjectOf(values, about),
              starts_at: values.starts_at ?? new Date().toISOString(),
            }),
            ...about_ids,
            assigned_to_id: String(user?.id ?? ''),
          },
          attention: toBody(attentionFields, values),
        },
        idempotencyKey: key.current,
      });
    } catch (error) {
      key.current = createIdempotencyKey();
      throw error;
    }
    notify('Atención registrada');
    // A failed refresh is reported by the query itself.
    await invalidate(
      '/activities',
      '/clients',
      '/agencies',
      '/contacts',
      '/referrals',
      '/opportunities',
      '/home',
    ).catch(() => {});
    onClose();
  };
  const name = Object.values(about)[0]?.label;
  const draft = draftKey(String(user?.id ?? ''), 'attention', Object.values(about)[0]?.id ?? null);
  return (
    <Dialog full onClose={onClose} open title={`Registrar atención${name ? `: ${name}` : ''}`} width={48}>
      <FieldsForm
        autoFocus
        bar="dialog"
        draft={draft}
        fields={fields}
        initial={initial ?? {}}
        inputs={attentionInputs}
        label="Registrar atención"
        onCancel={onClose}
        onSubmit={save}
        sections={sections}
        submitLabel="Registrar"
      />
    </Dialog>
  );
}
