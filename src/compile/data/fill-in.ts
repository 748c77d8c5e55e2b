/**
 * Recognises "FILL IN", the placeholder in the template files for text that only the owner can write.
 *
 * It does not know where in a file a placeholder may be.
 */

/** Matches the placeholder in the languages of the templates. */
export const FILL_IN = /FILL IN|AUSFÜLLEN|À COMPLÉTER|POR COMPLETAR|DA COMPILARE|INVULLEN/;
