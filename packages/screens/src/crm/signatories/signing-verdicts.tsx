import type { Eligibility } from '@pauta/domain/crm/signatories/eligible-signatories.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** A signatory with the result of the check. */
export type Verdict = Eligibility & { readonly full_name: string };

const Root = styled.div`
  margin-block-end: var(--pauta-space-4);
  & > ul { display: grid; gap: var(--pauta-space-3); margin: 0; padding: 0; list-style: none; }
  & li { display: grid; gap: 2px; padding-block-end: var(--pauta-space-3); border-block-end: 1px solid var(--pauta-color-border); overflow-wrap: anywhere; }
  & strong { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); font-weight: var(--pauta-weight-medium); }
  & li > span, & > p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
`;

/** Who may sign, with which co-signatories, and why others may not; `null` before the check. Changes are announced. */
export function SigningVerdicts({ verdicts }: { verdicts: readonly Verdict[] | null }): ReactElement {
  return (
    <Root aria-live="polite">
      {verdicts?.length === 0 && <p>Todavía no hay firmantes. Agregue el primero en esta pestaña.</p>}
      {verdicts && verdicts.length > 0 && (
        <ul aria-label="Firmantes">
          {verdicts.map(({ id, full_name, eligible, reasons, with: others }) => (
            <li key={id}>
              <strong>
                {full_name}
                <Badge tone={eligible ? 'success' : 'danger'}>
                  {eligible ? 'Puede firmar' : 'No puede firmar'}
                </Badge>
              </strong>
              {eligible && others.length > 0 && (
                <span>Junto con {new Intl.ListFormat('es').format(others.map((one) => one.full_name))}.</span>
              )}
              {reasons.map((reason) => (
                <span key={reason}>{reason}</span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Root>
  );
}
