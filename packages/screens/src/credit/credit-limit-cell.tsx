import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type CellProps, cells } from '@pauta/ui/field-components/cells.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { type CreditAccount, ProposeCredit } from './propose-credit.tsx';

const Row = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2) var(--pauta-space-3);
`;

const Money = cells.money;

/** The credit limit on the page of an account, with a button that proposes another one. */
export function CreditLimitCell({ by, ...props }: CellProps & { by: CreditAccount }): ReactElement {
  return (
    <Row>
      <Money {...props} />
      {/* The page of a record has all its fields. */}
      <ProposeCredit by={by} of={props.record as AnyRecord} />
    </Row>
  );
}
