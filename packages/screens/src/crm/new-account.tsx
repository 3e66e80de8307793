import { useApi } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/client.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { FormScreen } from '@pauta/ui/screens/form-screen.tsx';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { DuplicateHint } from './duplicate-hint.tsx';
import type { DuplicateCandidate } from './duplicate-list.tsx';
import { DuplicateQuestion } from './duplicate-question.tsx';
import { TaxIdProposal } from './tax-id-proposal.tsx';

interface Answer {
  readonly data: readonly DuplicateCandidate[];
  readonly hidden: number;
}

type Suggestion = Readonly<Record<string, string>>;

/** The form of a new client or agency: begins with the next code of the sequence and says which may exist already. */
export function NewAccount({ resource }: { resource: Resource }): ReactElement {
  const api = useApi();
  // Asked once for each opening and not kept: saving makes a remembered code wrong.
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null);
  const [question, setQuestion] = useState<(Answer & { answer: (isAnother: boolean) => void }) | null>(null);
  // Clients of which it was said, before saving, that they are other companies.
  const apart = useRef<readonly string[]>([]);
  // What to say of the code once the record has it.
  const replaced = useRef('');
  useEffect(() => {
    const opening = new AbortController();
    api.get<{ data: Suggestion }>(`/${resource.path}/suggested-code`, { signal: opening.signal }).then(
      ({ data }) => setSuggestion(data),
      () => {
        // Without a suggestion the code is typed.
        if (!opening.signal.aborted) setSuggestion({});
      },
    );
    return () => opening.abort();
  }, [api, resource]);

  if (!suggestion) {
    return (
      <Page data-width="form">
        <PageHeader title={newOne(resource.label)} />
        <Card>
          <Skeleton lines={9} />
        </Card>
      </Page>
    );
  }
  /** The code that was proposed may have been taken meanwhile; one that a person typed is left as it is. */
  const withFreeCode = async (values: Values): Promise<Values> => {
    replaced.current = '';
    const [[column, proposed] = ['', '']] = Object.entries(suggestion);
    if (!proposed || values[column] !== proposed) return values;
    const now = await api
      .get<{ data: Suggestion }>(`/${resource.path}/suggested-code`)
      .then(({ data }) => data[column] ?? proposed)
      // The server says so when it is taken.
      .catch(() => proposed);
    if (now !== proposed)
      replaced.current = `El código ${proposed} ya se usó; este registro recibió el ${now}.`;
    return { ...values, [column]: now };
  };
  const ask = async (values: Values): Promise<Values | false> => {
    apart.current = [];
    const found = await api
      .post<Answer>('/clients/duplicates', {
        legal_name: values.legal_name,
        trade_name: values.trade_name,
        tax_id: values.tax_id,
        country: (values.country_id as Reference | null)?.id ?? null,
      })
      // Only a question: without it the server still refuses the same tax id.
      .catch((): Answer => ({ data: [], hidden: 0 }));
    if (found.data.length + found.hidden === 0) return withFreeCode(values);
    const isAnother = await new Promise<boolean>((answer) => setQuestion({ ...found, answer }));
    setQuestion(null);
    if (isAnother) apart.current = found.data.flatMap(({ client }) => client?.id ?? []);
    return isAnother && withFreeCode(values);
  };
  const saved = (record: AnyRecord): void => {
    if (replaced.current) notify(replaced.current);
    // Somebody said so: they are not asked about again.
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
        initial={{ ...suggestion }}
        resource={resource}
        beforeCreate={resource === clients ? ask : withFreeCode}
        onCreated={saved}
      />
      {question && (
        <DuplicateQuestion candidates={question.data} hidden={question.hidden} onAnswer={question.answer} />
      )}
    </>
  );
}
