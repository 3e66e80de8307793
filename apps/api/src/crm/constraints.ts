import { explainConstraints } from '../platform/constraints.ts';

const inCircle = (field: string) => ({
  field,
  message: 'Así un registro dependería de sí mismo. Elija otro.',
});

/** What the rules of 0004_crm.sql mean to a person. */
export const explainCrmConstraints = (): void => {
  explainConstraints({
    clients_client_code_key: { field: 'client_code', message: 'Ese código ya es de otro cliente.' },
    clients_company_code_key: { field: 'company_code', message: 'Ese código externo ya es de otro cliente.' },
    clients_tax_id_key: {
      field: 'tax_id',
      message: 'Ya existe un cliente con esta identificación en ese país.',
    },
    clients_sellers_differ: {
      field: 'additional_sales_rep_id',
      message: 'Elija a una persona distinta del vendedor principal.',
    },
    clients_exemption_proved: {
      field: 'tax_exempt_until',
      message: 'La exención necesita su documento y hasta cuándo vale.',
    },
    clients_no_cycle: inCircle('parent_client_id'),
  });
};
