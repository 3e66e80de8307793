import { useApiQuery, useUser } from '@pauta/core/react';
import { usualDuration } from '@pauta/domain/inventory/capacity/cells.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Page } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { beginWith } from '@pauta/ui/form/create/begun.ts';
import { useNavigate } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { isTimed, type Taken, type TakenSpace } from './taken.ts';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-3);
  justify-items: start;
  & h3 { margin: var(--pauta-space-2) 0 0; font-size: var(--pauta-text-md); }
  & p { margin: 0; color: var(--pauta-color-text-muted); }
  & ul { display: grid; gap: var(--pauta-space-2); inline-size: 100%; margin: 0; padding: 0; list-style: none; }
  & li > button { inline-size: 100%; justify-content: start; text-align: start; }
`;

/** A line of a quote that offers a space. */
const lineOf = (space: TakenSpace, { from, to }: Taken): Values => ({
  line_kind: 'airtime',
  inventory_item_id: { id: space.id, label: space.name, code: space.code },
  flight: { from, to },
  units_per_day: 1,
  ...(isTimed({ spaces: [space], from, to }) && { duration_sec: usualDuration }),
});

/** Whether the spaces become lines of a new quote, or of a draft of the user. */
export function QuoteChoice({ taken }: { readonly taken: Taken }): ReactElement {
  const user = useUser();
  const may = useMay(quotes);
  const navigate = useNavigate();
  const { data, error, mutate } = useApiQuery<Page<AnyRecord>>(
    may.view.allowed
      ? `/quotes?f.status=draft&f.owner_id=${String(user?.id)}&sort=-created_at&fields=number,name,client_id&count=no`
      : null,
  );
  const lines = taken.spaces.map((space) => lineOf(space, taken));
  const go = (path: string, values?: Values): void =>
    void navigate(path, { state: beginWith({ lines: { lines }, ...(values && { values }) }) });
  const drafts = data?.data ?? [];
  return (
    <Root>
      <p>
        Los espacios quedan como renglones, con el periodo elegido. Se guardan cuando usted guarde el
        presupuesto.
      </p>
      <Button
        disabledReason={may.create.allowed ? undefined : may.create.reason}
        onClick={() => go(paths.create(quotes), { flight: { from: taken.from, to: taken.to } })}
        tone="primary"
      >
        Nuevo presupuesto
      </Button>
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!data && !error && may.view.allowed && <Skeleton lines={3} />}
      {drafts.length > 0 && (
        <>
          <h3>O uno de sus borradores</h3>
          <ul>
            {drafts.map((draft) => (
              <li key={draft.id}>
                <Button onClick={() => go(paths.edit(quotes, draft.id))}>
                  {[draft.number, draft.name, (draft.client_id as Reference | null)?.label]
                    .filter(Boolean)
                    .join(' · ')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Root>
  );
}
