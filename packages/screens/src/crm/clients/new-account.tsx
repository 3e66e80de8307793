import { useApi } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { FormScreen } from '@pauta/ui/screens/form-screen.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { DuplicateHint } from '../merging/duplicate-hint.tsx';
import type { DuplicateCandidate } from '../merging/duplicate-list.tsx';
import { DuplicateQuestion } from '../merging/duplicate-question.tsx';
import { TaxIdProposal } from '../registrations/tax-id-proposal.tsx';

interface Answer {
  readonly data: readonly DuplicateCandidate[];
  readonly hidden: number;
}

/** The form of a new client or agency, which warns about probable duplicates. */
export function NewAccount({ resource }: { resource: Resource }): ReactElement {
  const api = useApi();
  const [question, setQuestion] = useState<(Answer & { answer: (isAnother: boolean) => void }) | null>(null);
  // Clients that the user marked as different companies before saving.
  const apart = useRef<readonly string[]>([]);
  const ask = async (values: Values): Promise<Values | false> => {
    apart.current = [];
    const found = await api
      .post<Answer>('/clients/duplicates', {
        legal_name: values.legal_name,
        trade_name: values.trade_name,
        tax_id: values.tax_id,
        country: (values.country_id as Reference | null)?.id ?? null,
      })
      // The check is only a convenience: the server refuses a duplicate tax id in any case.
      .catch((): Answer => ({ data: [], hidden: 0 }));
    if (found.data.length + found.hidden === 0) return values;
    const isAnother = await new Promise<boolean>((answer) => setQuestion({ ...found, answer }));
    setQuestion(null);
    if (isAnother) apart.current = found.data.flatMap(({ client }) => client?.id ?? []);
    return isAnother && values;
  };
  const saved = (record: AnyRecord): void => {
    // The user marked them as different companies, so they are not reported as duplicates again.
    if (apart.current.length > 0) {
      api
        .post('/client-duplicates/dismiss', {
          pairs: apart.current.slice(0, 20).map((id) => [record.id, id]),
        })
        .catch(() => {});
    }
  };
  return (
    <>
      <FormScreen
        above={
          <>
            <DuplicateHint resource={resource} />
            <TaxIdProposal />
          </>
        }
        onCreated={saved}
        resource={resource}
        {...(resource === clients && { beforeCreate: ask })}
      />
      {question && (
        <DuplicateQuestion candidates={question.data} hidden={question.hidden} onAnswer={question.answer} />
      )}
    </>
  );
}
