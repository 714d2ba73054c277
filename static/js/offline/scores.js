// Adds up a match on the phone from the score tables that the rules made. Knows no house rule itself.

// Bids are written as in the match file: a number, "nil", "blind nil" or "blind 6".
export const isBlind = (bid) => String(bid).startsWith("blind");

export const count = (bid) => Number(String(bid).match(/\d+/) ?? 0);
