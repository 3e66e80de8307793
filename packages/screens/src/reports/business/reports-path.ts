/** Address of the page that lists the reports. */
export const reportsPath = '/reportes/informes';
