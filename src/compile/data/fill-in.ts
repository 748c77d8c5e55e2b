/**
 * "FILL IN", the placeholder in the template files for text that only the owner can write.
 */

/** Matches the placeholder in every language of the templates. */
export const FILL_IN = /FILL IN|AUSFÜLLEN|À COMPLÉTER|POR COMPLETAR|DA COMPILARE|INVULLEN/;
