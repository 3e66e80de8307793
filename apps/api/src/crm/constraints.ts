import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { explainConstraints } from '../platform/constraints.ts';

const inCircle = (field: string) => ({
  field,
  message: 'Así un registro dependería de sí mismo. Elija otro.',
});

/** What the rules of 0003_catalogues.sql and 0004_crm.sql mean to a person. */
export const explainCrmConstraints = (): void => {
  for (const { name, label } of catalogues) {
    const other = label.gender === 'f' ? 'otra' : 'otro';
    const one = label.one.toLocaleLowerCase('es');
    explainConstraints({
      [`${name}_code_key`]: {
        field: 'code',
        message: `Ese código ya es de ${other} ${one}, quizás en el archivo.`,
      },
      [`${name}_name_key`]: {
        field: 'name',
        message: `Ya hay ${other} ${one} con ese nombre, quizás en el archivo.`,
      },
      [`${name}_no_cycle`]: inCircle('parent_id'),
    });
  }
  explainConstraints({
    system_row_code: { field: 'code', message: 'El código de un valor del sistema no se cambia.' },
    system_row_stays: { message: 'Este valor es parte del sistema y no se archiva; puede desactivarlo.' },
    countries_iso3_key: { field: 'iso3', message: 'Ese código ya es de otro país.' },
    countries_numeric_key: { field: 'numeric', message: 'Ese código ya es de otro país.' },
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
