/**
 * Total from which an invoice to a consumer names its buyer, and is sent to the tax authority whole and not as a summary
 * (DGII, norm 06-2018), in DOP.
 */
export const consumerLimit = '250000.00';
