import { useApi } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/client.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { FormScreen } from '@pauta/ui/screens/form-screen.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { DuplicateHint } from './duplicate-hint.tsx';

interface Suggestion {
  readonly client_code?: string;
}

/** The form of a new client, which begins with the next code of the sequence. */
export function NewClient(): ReactElement {
  const api = useApi();
  // Asked once for each opening and not kept: saving makes a remembered code wrong.
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null);
  useEffect(() => {
    const opening = new AbortController();
    api.get<{ data: Suggestion }>('/clients/suggested-code', { signal: opening.signal }).then(
      ({ data }) => setSuggestion(data),
      () => {
        // Without a suggestion the code is typed.
        if (!opening.signal.aborted) setSuggestion({});
      },
    );
    return () => opening.abort();
  }, [api]);

  if (!suggestion) {
    return (
      <Page data-width="form">
        <PageHeader title={newOne(clients.label)} />
        <Card>
          <Skeleton lines={9} />
        </Card>
      </Page>
    );
  }
  return <FormScreen above={<DuplicateHint />} initial={{ ...suggestion }} resource={clients} />;
}
