import { brands } from '@pauta/domain/catalogues/crm.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { type InputProps, inputs } from '@pauta/ui/field-components/inputs.tsx';
import { useSetFormValue } from '@pauta/ui/form/use-set-form-value.ts';
import { type ReactElement, useEffect, useRef } from 'react';

const Choose = inputs.reference;

/** The brand: choosing one brings its usual agency and its payer, where it has its own. */
export function BrandInput(props: InputProps): ReactElement {
  const id = (props.value as Reference | null)?.id ?? null;
  const setValue = useSetFormValue();
  const known = useRef(id);
  const answer = useRecord(brands, id === known.current ? null : id);
  const brand = answer.data?.data;
  useEffect(() => {
    if (!brand || brand.id !== id || known.current === id) return;
    known.current = id;
    if (brand.default_agency_id) setValue('agency_id', brand.default_agency_id);
    if (brand.billing_party) setValue('billing_party', brand.billing_party);
  }, [brand, id, setValue]);
  return <Choose {...props} />;
}
