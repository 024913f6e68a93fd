"""Schemas of fixed-size records, and their conversion to and from plain data.

``schema`` declares what a record means and reads it; ``decode`` checks plain data and writes it into a record.
"""
