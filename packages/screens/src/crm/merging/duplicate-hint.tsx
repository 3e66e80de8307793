import { useApi } from '@pauta/core/react';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { type ReactElement, useEffect, useState } from 'react';
import { type DuplicateCandidate, DuplicateList, hiddenDuplicates } from './duplicate-list.tsx';

interface Answer {
  readonly data: readonly DuplicateCandidate[];
  readonly hidden: number;
  /** Clients with the tax id of an agency; this is allowed, because one company may be both. */
  readonly clients?: readonly DuplicateCandidate[];
}

const pause = 500;
const watched = ['legal_name', 'trade_name', 'tax_id', 'country_id'] as const;

/** Inside the form of a client or an agency: lists probable duplicates while typing. */
export function DuplicateHint({ resource }: { resource: Resource }): ReactElement | null {
  const api = useApi();
  const [legalName, tradeName, taxId, country] = useFormValues(watched);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const countryId = (country as Reference | null | undefined)?.id ?? null;

  useEffect(() => {
    const text = (value: unknown): string | null =>
      typeof value === 'string' && value.trim().length >= 3 ? value : null;
    const company = {
      legal_name: text(legalName),
      trade_name: text(tradeName),
      tax_id: text(taxId),
      country: countryId,
    };
    if (!company.legal_name && !company.trade_name && !company.tax_id) {
      setAnswer(null);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      // Only a hint: the server refuses a duplicate tax id in any case.
      api
        .post<Answer>(`/${resource.path}/duplicates`, company, { signal: controller.signal })
        .then(setAnswer, () => {});
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, resource, legalName, tradeName, taxId, countryId]);

  if (!answer) return null;
  const { data, hidden, clients = [] } = answer;
  return (
    <>
      {data.length + hidden > 0 && (
        <Banner live tone="warning">
          <p>Puede que {thisOne(resource.label)} ya exista. Revise antes de guardar:</p>
          <DuplicateList candidates={data} />
          {hidden > 0 && <p>{hiddenDuplicates(resource.label, hidden)}</p>}
        </Banner>
      )}
      {clients.length > 0 && (
        <Banner live>
          <p>Esta empresa también es cliente. Puede ser ambas cosas:</p>
          <DuplicateList candidates={clients} />
        </Banner>
      )}
    </>
  );
}
