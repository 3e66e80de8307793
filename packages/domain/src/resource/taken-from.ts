/**
 * Options of a field that is a field of the record that the reference `by` names. The database has a function of the row,
 * named like the field.
 *
 * @example client_id: reference('Cliente', () => clients, takenFrom('contract_id', 'client_id'))
 */
export const takenFrom = (by: string, field: string) =>
  ({ readOnly: true, computed: true, sortable: false, through: { by, field } }) as const;
