import { useApiQuery } from '@pauta/core/react';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { type Input, type InputProps, inputs } from '@pauta/ui/field-components/inputs.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { type ReactElement, useEffect, useRef } from 'react';

const Choose = inputs.reference;

/** Fields of the approval that portfolio rules may depend on. */
const deciding = ['client_type_id', 'client_category_id', 'industry_id', 'credit_term_id'] as const;

interface Proposal {
  readonly user: Reference;
  readonly rule: { readonly id: string; readonly name: string };
}

/** The seller of the future client: the one that the portfolio rules propose, until the user chooses another. */
function SellerInput(props: InputProps): ReactElement {
  const { value, onChange, values } = props;
  const chosen = useFormValues(deciding);
  const { data } = useApiQuery<{ data: Proposal | null }>('/portfolio/proposed-seller', {
    query: {
      registration_id: String(values.registration_id),
      ...Object.fromEntries(
        deciding.flatMap((name, index) => {
          const id = (chosen[index] as Reference | null | undefined)?.id;
          return id ? [[name, id]] : [];
        }),
      ),
    },
    keepPreviousData: true,
    revalidateOnFocus: false,
  });
  const proposal = data?.data;
  const last = useRef<string | undefined>(undefined);
  const present = (value as Reference | null)?.id;
  useEffect(() => {
    if (proposal === undefined) return;
    const untouched = present === undefined || present === last.current;
    if (untouched && proposal?.user.id !== present) onChange(proposal?.user ?? null);
    last.current = proposal?.user.id;
  }, [proposal?.user.id]);
  const hint =
    proposal === null
      ? 'Ninguna regla de cartera propone vendedor para este cliente; elija uno.'
      : proposal && proposal.user.id === present
        ? `Lo propone la regla de cartera «${proposal.rule.name}». Puede elegir a otra persona.`
        : proposal
          ? `La regla de cartera «${proposal.rule.name}» propone a ${proposal.user.label}.`
          : props.hint;
  return <Choose {...props} hint={hint} />;
}

/** Inputs of the fields of the approval command. */
export const approvalInputs: Readonly<Record<string, Input>> = { primary_sales_rep_id: SellerInput };
