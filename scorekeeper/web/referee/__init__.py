"""The referee's pages: whose turn, drawing, judge, void tracker, outlook, rulings, house rules."""
