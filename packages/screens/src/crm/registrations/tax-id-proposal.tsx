import { personKinds, taxpayerTypes } from '@pauta/domain/crm/clients/account-choices.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { parseTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { useSetFormValue } from '@pauta/ui/form/use-set-form-value.ts';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { IrregularTaxIds } from '../signatories/irregular-tax-ids.tsx';

const watched = ['country_id', 'tax_id_type', 'tax_id', 'taxpayer_type', 'person_kind'] as const;

/**
 * Inside a form with a tax id: once the tax id is valid, sets the taxpayer type and the kind of person derived from it
 * (domain §1.2), and announces that. A different choice by the user is kept.
 */
export function TaxIdProposal(): ReactElement {
  const [country, type, taxId, taxpayer, person] = useFormValues(watched);
  const setValue = useSetFormValue();
  const [announcement, setAnnouncement] = useState<string | null>(null);
  const code = (country as Reference | null | undefined)?.code ?? '';
  // The initial tax id triggers no proposal, and only the last proposal may be replaced.
  const seen = useRef<{ number: string; taxpayer: unknown; person: unknown } | null>(null);
  const number = `${code}:${String(type ?? '')}:${String(taxId ?? '').replace(/[\s.\-/]/g, '')}`;

  useEffect(() => {
    const before = seen.current;
    if (before === null || before.number === number) {
      seen.current ??= { number, taxpayer, person };
      return;
    }
    const checked = parseTaxId(code, String(type ?? ''), String(taxId ?? ''));
    if (!checked.ok) {
      setAnnouncement(null);
      return;
    }
    const next = { number, taxpayer: before.taxpayer, person: before.person };
    const proposed: string[] = [];
    if (checked.proposedTaxpayerType && taxpayer === before.taxpayer) {
      next.taxpayer = checked.proposedTaxpayerType;
      if (taxpayer !== next.taxpayer) setValue('taxpayer_type', next.taxpayer);
      proposed.push(taxpayerTypes[checked.proposedTaxpayerType]);
    }
    if (checked.personKind && person === before.person) {
      next.person = checked.personKind;
      if (person !== next.person) setValue('person_kind', next.person);
      proposed.push(`persona ${personKinds[checked.personKind].toLocaleLowerCase('es')}`);
    }
    seen.current = next;
    setAnnouncement(proposed.length > 0 ? proposed.join(', ') : null);
  }, [number, taxpayer, person]);

  if (announcement === null) return <IrregularTaxIds />;
  return (
    <Banner live tone="neutral">
      Según la identificación: {announcement}. Puede cambiarlo en el formulario.
    </Banner>
  );
}
