import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { type InputProps, inputs } from '@pauta/ui/field-components/inputs.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { useSetFormValue } from '@pauta/ui/form/use-set-form-value.ts';
import { type ReactElement, useEffect, useRef } from 'react';

const Choose = inputs.reference;

/** The client: choosing one brings its usual agency, its credit term and who pays. */
export function ClientInput(props: InputProps): ReactElement {
  const id = (props.value as Reference | null)?.id ?? null;
  const [agency] = useFormValues(['agency_id']);
  const setValue = useSetFormValue();
  const known = useRef(id);
  const answer = useRecord(clients, id === known.current ? null : id);
  const client = answer.data?.data;
  useEffect(() => {
    if (!client || client.id !== id || known.current === id) return;
    known.current = id;
    setValue('brand_id', null);
    setValue('contact_id', null);
    setValue('credit_term_id', client.credit_term_id ?? null);
    if (agency === null || agency === undefined || client.default_agency_id)
      setValue('agency_id', client.default_agency_id ?? null);
    setValue('billing_party', client.billing_party);
  }, [client, id, agency, setValue]);
  const held = client?.credit_status === 'on_hold' || client?.credit_status === 'blocked';
  return (
    <Choose
      {...props}
      hint={held ? 'Su crédito está retenido: enviar el presupuesto necesitará aprobación.' : props.hint}
    />
  );
}
